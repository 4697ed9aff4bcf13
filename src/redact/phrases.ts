import { isSecretName } from './field-names.ts'
import { REMOVED } from './redactor.ts'
import { MASK, type PhraseSpan, type Span } from './span.ts'

/**
 * Secrets that show by what stands around them: a value behind a secret name, behind `Bearer`, in a URL. In each the removed
 * part begins after its context, so a stream needs to hold back only that part; `contextLength` characters before it must
 * still be at hand.
 */
export type PhraseFinder = (text: string, ends: boolean) => { spans: PhraseSpan[]; unfinished: number }

/** How far back from its secret the context of a phrase can begin. */
export const contextLength = 192

const maxValue = 16_000

/** `"api_key": "value"` in text that is no JSON: part of one, in any depth of escaping, or a Python literal. */
export function findNamedValues(isSecret: (name: string) => boolean): PhraseFinder {
  const opening = /(\\{0,15}["'])([A-Za-z][\w.$-]{0,79})\1[ \t\r\n]{0,16}:(?=[ \t\r\n]{0,16}(\\{0,15}["']))/g
  const blank = /[ \t\r\n]*/y
  return (text, ends) => {
    const spans: PhraseSpan[] = []
    let unfinished = text.length
    opening.lastIndex = 0
    for (let found = opening.exec(text); found; found = opening.exec(text)) {
      if (!isSecret(found[2] as string)) continue
      const quote = found[3] as string
      blank.lastIndex = opening.lastIndex
      const start = opening.lastIndex + (blank.exec(text)?.[0].length ?? 0) + quote.length
      const limit = Math.min(text.length, start + maxValue)
      const end = closingQuote(text, start, limit, quote)
      if (end === -1 && limit < text.length) continue
      if (end === -1 && !ends) unfinished = Math.min(unfinished, start)
      else {
        const value = { context: found.index, start, end: end === -1 ? text.length : end }
        if (holdsMore(text, value)) spans.push(value)
      }
    }
    return { spans, unfinished }
  }
}

function holdsMore(text: string, { start, end }: Span): boolean {
  return text.slice(start, end).replaceAll(REMOVED, '').replaceAll(MASK, '') !== ''
}

/** A quote at depth d of escaping has 2^d - 1 backslashes before it; what the string holds doubles them. */
function closingQuote(text: string, start: number, limit: number, quote: string): number {
  const level = quote.length - 1
  const mark = quote.at(-1) as string
  for (let at = text.indexOf(mark, start); at !== -1 && at < limit; at = text.indexOf(mark, at + 1)) {
    let slashes = 0
    while (at - slashes - 1 >= start && text[at - slashes - 1] === '\\') slashes += 1
    if (slashes % (2 * (level + 1)) === level) return at - level
  }
  return -1
}

const bearer = /\b(?:bearer)(?:[ \t]{1,8}|%20|\+)/gi
const basic = /\bbasic(?:[ \t]{1,8}|%20|\+)/gi
const authorization =
  /authorization["'\\]{0,16}[ \t]{0,8}[:=][ \t]{0,8}["'\\]{0,16}(?:bearer|basic|token|digest|apikey|api-key|bot|key)[ \t]{1,8}/gi
const credential = /[\w.~+/=-]{1,8192}/y

/** Long without a digit is rare in prose, but `token-based-authentication` exists; hence no hyphens in the second form. */
const looksLikeToken = (value: string) => /^(?=.*\d).{8}|^[A-Za-z_~+=]{24}/.test(value)

/** What stands behind an authentication scheme. */
export const findSchemeValues: PhraseFinder = (text, ends) => {
  const spans: PhraseSpan[] = []
  let unfinished = text.length
  const each = (scheme: RegExp, accepts: (value: string) => boolean) => {
    scheme.lastIndex = 0
    for (let found = scheme.exec(text); found; found = scheme.exec(text)) {
      const start = scheme.lastIndex
      credential.lastIndex = start
      const value = credential.exec(text)?.[0]
      if (value === undefined) continue
      // The full stop of a sentence is no part of the value.
      const end = start + value.replace(/\.+$/, '').length
      if (start + value.length === text.length && !ends) unfinished = Math.min(unfinished, start)
      else if (accepts(text.slice(start, end))) spans.push({ context: found.index, start, end })
    }
  }
  each(bearer, looksLikeToken)
  each(basic, isUserAndPassword)
  each(authorization, (value) => value.length >= 6)
  return { spans, unfinished }
}

function isUserAndPassword(value: string): boolean {
  if (value.length < 4 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return false
  return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(value, 'base64').toString('latin1'))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they end a URL
const urlRun = /(?<=:\/\/)[^\x00- "'<>\\`{}|^\x7f-\uffff]{1,4096}/g
const queryPart = /([?&;#])([\w.~%[\]-]{1,80})=([^&;#]+)/g
/** Names that are secret in a query or a form, though not in general. */
export const secretParameters =
  /^(?:key|sig|signature|hmac|awsaccesskeyid|x-(?:amz|goog)-(?:signature|credential))$/i

/** User info with a password, and secret query parameters, of URLs in running text. */
export const findUrlSecrets: PhraseFinder = (text, ends) => {
  const spans: PhraseSpan[] = []
  let unfinished = text.length
  urlRun.lastIndex = 0
  for (let found = urlRun.exec(text); found; found = urlRun.exec(text)) {
    const run = found[0]
    if (found.index + run.length === text.length && !ends) unfinished = Math.min(unfinished, found.index)
    // A URL is settled as a whole, so its secret parts do not depend on each other.
    else
      for (const part of urlSecrets(run))
        spans.push({
          context: found.index + part.start,
          start: found.index + part.start,
          end: found.index + part.end,
        })
  }
  return { spans, unfinished }
}

/** The secret parts of a URL without its scheme, brackets and full stops of the sentence around it left out. */
export function urlSecrets(run: string, isSecret: (name: string) => boolean = isSecretName): Span[] {
  const spans: Span[] = []
  const authority = /^[^/?#]*/.exec(run)?.[0] ?? ''
  const at = authority.lastIndexOf('@')
  if (at > 0 && /^[^:]*:./.test(authority.slice(0, at))) spans.push({ start: 0, end: at })
  queryPart.lastIndex = 0
  for (let found = queryPart.exec(run); found; found = queryPart.exec(run)) {
    const name = (found[2] as string).replace(/%5B|%5D|[[\]]/gi, '_')
    const value = (found[3] as string).replace(/[).,:!\]]+$/, '')
    if (value === '' || isRemoved(value) || !(secretParameters.test(name) || isSecret(name))) continue
    const start = found.index + found[0].length - (found[3] as string).length
    spans.push({ start, end: start + value.length })
  }
  return spans
}

/** Whether a part of a URL is what is left of a secret, as it stands or percent-encoded. */
export function isRemoved(part: string): boolean {
  return /^(?:\[|%5B)secret/i.test(part)
}
