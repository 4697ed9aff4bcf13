/** Whether a UTF-16 code unit belongs to the standard alphabet of base64. */
const inAlphabet = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') {
  inAlphabet[character.charCodeAt(0)] = 1
}
const isDigit = (text: string, at: number): boolean => inAlphabet[text.charCodeAt(at)] === 1

/**
 * The parts of a text that are base64 of at least `least` bytes: each decodes to bytes whose base64 is exactly that part.
 * In their order, without overlap. Of a part that was cut off, what makes whole groups of four counts. Reads far fewer
 * characters than the text has, since it looks at every `least`-th first.
 */
export function findBase64(text: string, least: number): { start: number; end: number }[] {
  const shortest = Math.ceil(least / 3) * 4
  const found: { start: number; end: number }[] = []
  let start = 0
  // The last group may have less than four digits before its padding.
  while (start + shortest <= text.length) {
    let gap = start + shortest - 3
    while (gap >= start && isDigit(text, gap)) gap--
    if (gap >= start) {
      start = gap + 1
      continue
    }
    let digits = start + shortest - 2
    while (isDigit(text, digits)) digits++
    const end = endOfRun(text, start, digits)
    if (end - start >= shortest) found.push({ start, end })
    start = digits
  }
  return found
}

/** The end of what decodes and encodes to itself: with the padding where it fits, else without the last, incomplete group. */
function endOfRun(text: string, start: number, digits: number): number {
  const whole = digits - ((digits - start) % 4)
  const rest = text.slice(whole, digits)
  if (rest.length < 2) return whole
  const padded = rest.padEnd(4, '=')
  const exact = Buffer.from(padded, 'base64').toString('base64') === padded
  return exact && text.startsWith(padded, whole) ? whole + 4 : whole
}
