import { type MappedText, mapPlain } from '../json/mapped-text.ts'
import { type Edit, removalOf } from './edit.ts'
import { isRemoved, secretParameters } from './phrases.ts'
import { editString, type StringRules } from './string-rules.ts'

/** Whether the text may be a URL-encoded form: pairs without white space, of which the first has a name. */
export function isUrlForm(text: string): boolean {
  return /^[\w.~%+[\]-]{1,200}=[^&\s]*(?:&[^&=\s]{0,200}(?:=[^&\s]*)?)*$/.test(text)
}

/** The edits that the secret fields of a URL-encoded form need: the whole value, whatever its characters. */
export function editUrlForm(text: string, { finder }: StringRules): Edit[] {
  const edits: Edit[] = []
  const pair = /(?<=^|&)([^&=]{1,200})=([^&]+)/g
  for (let found = pair.exec(text); found; found = pair.exec(text)) {
    const name = decode(found[1] as string).replace(/[[\]]/g, '_')
    if (isRemoved(found[2] as string) || !(secretParameters.test(name) || finder.isSecretName(name))) continue
    edits.push(removalOf({ start: pair.lastIndex - (found[2] as string).length, end: pair.lastIndex }))
  }
  return edits
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

/**
 * The edits that the text fields of a multipart form (RFC 7578) need, by their names and as any string does; none for other
 * text. Parts with a file name are files, whose text is for others to search.
 */
export function editMultipart(text: string, rules: StringRules): Edit[] {
  const boundary = /^--[^\r\n]{1,200}(?=\r\n)/.exec(text)?.[0]
  if (boundary === undefined) return []
  const edits: Edit[] = []
  const delimiter = `\r\n${boundary}`
  for (let at = boundary.length; at !== -1; ) {
    const next = text.indexOf(delimiter, at)
    const blank = text.indexOf('\r\n\r\n', at)
    const end = next === -1 ? text.length : next
    if (blank !== -1 && blank + 4 <= end) {
      const name = fieldName(text.slice(at, blank))
      const value: MappedText = mapPlain(text.slice(blank + 4, end), blank + 4)
      if (name !== null) edits.push(...editString(value, { path: [name], key: name }, rules))
    }
    at = next === -1 ? -1 : next + delimiter.length
  }
  return edits
}

/** The name of a text field; `null` for a file. */
function fieldName(head: string): string | null {
  const disposition = /\r\ncontent-disposition:([^\r\n]*)/i.exec(head)?.[1]
  if (disposition === undefined || /[;\s]filename\*?=/i.test(disposition)) return null
  const found = /[;\s]name=(?:"([^"]*)"|([^;\s]*))/i.exec(disposition)
  return found?.[1] ?? found?.[2] ?? null
}
