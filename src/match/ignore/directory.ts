import { type Span, spansOf } from './ready-rule.ts'

const patterns = new Map<string, RegExp>()

/** A directory that could stand for another: absolute, not a root, no separator at its end. */
export function isDirectory(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)[^\r\n"<>|*?]*[^\r\n"<>|*?\\/\s]$/.test(path) && path.length < 1_000
}

/**
 * Where an absolute directory stands in a text: native, with forward slashes, as JSON and `file:` URLs write it; whole,
 * so that `/app` is not found in `/apple`. What follows a form with backslashes belongs to the span, since its separators
 * differ from machine to machine too.
 */
export function findDirectory(text: string, directory: string): Span[] {
  let pattern = patterns.get(directory)
  if (!pattern) {
    pattern = patternOf(directory)
    patterns.set(directory, pattern)
  }
  return spansOf(text, pattern)
}

/** What stands for a directory found by {@link findDirectory}, its remainder in forward slashes. */
export function replaceDirectory(found: string, directory: string, placeholder: string): string {
  const form = formsOf(directory).find((one) => found.toLowerCase().startsWith(one.toLowerCase()))
  return `${placeholder}${found.slice(form?.length ?? found.length).replace(/\\+/g, '/')}`
}

function patternOf(directory: string): RegExp {
  const forms = formsOf(directory).map((form) => anyDriveCase(form) + tailOf(form))
  const before = '(?:(?<=file:\\/{2,3})|(?<=\\\\[nrt])|(?<![\\p{L}\\p{N}_.~\\/\\\\\\-]))'
  return new RegExp(`${before}(?:${forms.join('|')})(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'gu')
}

/** In JSON text a single backslash is no separator (`C:\\a\nb`), in plain text two are none. */
function tailOf(form: string): string {
  if (!form.includes('\\')) return ''
  const separator = isEscaped(form) ? '\\\\\\\\' : '\\\\(?!\\\\)'
  return `(?:${separator}[\\p{L}\\p{N}_.@+-]*[\\p{L}\\p{N}_@+-])*`
}

/** Longest first, so that an escaped form is not taken for a plain one. */
function formsOf(directory: string): string[] {
  if (directory.startsWith('/')) return [...new Set([encodeURI(directory), directory])]
  const native = (isEscaped(directory) ? directory.replaceAll('\\\\', '\\') : directory).replaceAll('/', '\\')
  const forward = native.replaceAll('\\', '/')
  return [...new Set([native.replaceAll('\\', '\\\\'), encodeURI(forward), native, forward])]
}

/** Whether backslashes are doubled, as in JSON; the first two of a network share are its own. */
function isEscaped(path: string): boolean {
  return /[^\\]\\\\/.test(path)
}

function anyDriveCase(form: string): string {
  const escaped = form.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return escaped.replace(/^[A-Za-z](?=:)/, (drive) => `[${drive.toUpperCase()}${drive.toLowerCase()}]`)
}
