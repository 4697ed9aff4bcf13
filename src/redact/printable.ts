/**
 * What a terminal would obey instead of print: C0 and C1 controls but newline and tab (so every ANSI escape), and the marks
 * that reorder or hide text (bidi, zero width, line separators, byte order mark).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const unprintable = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * Makes control characters visible (`\x1b`, `\u202e`), so that recorded text cannot drive the terminal it is printed on.
 * Newlines and tabs stay; `\r\n` becomes `\r` written out, and a newline. Idempotent.
 */
export function escapeControl(text: string): string {
  return text.replace(unprintable, (char) => {
    const code = char.charCodeAt(0)
    if (char === '\r') return '\\r'
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`
  })
}
