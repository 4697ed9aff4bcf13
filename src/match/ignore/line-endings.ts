import { type ReadyRule, spansOf } from './ready-rule.ts'

/** An escaped CRLF in JSON text; an escaped backslash before an `r` is none. */
const escapedCrlf = /(?<=(?<!\\)(?:\\\\)*)\\r\\n/g

/** CRLF is LF, in text and in JSON that stands in a text (a file's content in a tool result). A lone CR counts. */
export const lineEndings: ReadyRule = {
  name: 'line-endings',
  scope: 'body',
  find(text) {
    const spans = text.includes('\r\n') ? spansOf(text, /\r\n/g) : []
    // Raw and escaped ones can stand in one JSON text, between and inside its strings.
    if (text.includes('\\r\\n') && isJson(text)) spans.push(...spansOf(text, escapedCrlf))
    return spans.sort((a, b) => a.start - b.start)
  },
  replace: (found) => (found === '\r\n' ? '\n' : '\\n'),
}

function isJson(text: string): boolean {
  if (!/^\s*["[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
