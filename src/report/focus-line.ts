/** The longest line printed, in characters. */
const WIDTH = 200

/** Characters kept on each side of the change in a long line, at least; cut at a space where one is near. */
const AROUND = 60

/**
 * Two versions of one line, each cut to a window around the change where it is too long. `undefined`: there is no such
 * line on this side.
 */
export function focusLine(
  a: string | undefined,
  b: string | undefined,
): [string | undefined, string | undefined] {
  if (a === undefined || b === undefined) {
    return [a === undefined ? a : clipLine(a), b === undefined ? b : clipLine(b)]
  }
  if (a.length <= WIDTH && b.length <= WIDTH) return [a, b]
  const shortest = Math.min(a.length, b.length)
  let start = 0
  while (start < shortest && a[start] === b[start]) start++
  let tail = 0
  while (tail < shortest - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return [window(a, start, a.length - tail), window(b, start, b.length - tail)]
}

/** The beginning of a line that is too long, with a mark that counts the rest. */
export function clipLine(line: string): string {
  if (line.length <= WIDTH) return line
  const kept = wholeCharacters(line.slice(0, WIDTH - 30))
  return `${kept} … ${line.length - kept.length} characters more`
}

function window(line: string, start: number, end: number): string {
  const from = start <= AROUND ? 0 : cutBefore(line, start - AROUND)
  const until = Math.min(cutAfter(line, end + AROUND), line.length)
  const changed = wholeCharacters(line.slice(from, until))
  const middle =
    changed.length <= WIDTH + AROUND
      ? changed
      : `${wholeCharacters(changed.slice(0, WIDTH - AROUND))} … ${changed.length - WIDTH} characters … ${wholeCharacters(changed.slice(-AROUND))}`
  return `${from > 0 ? '… ' : ''}${middle}${until < line.length ? ' …' : ''}`
}

/** The beginning of the word at `at`, if it is near; words are kept whole. */
function cutBefore(line: string, at: number): number {
  const space = line.lastIndexOf(' ', at)
  return space >= 0 && at - space < 30 ? space + 1 : at
}

function cutAfter(line: string, at: number): number {
  const space = line.indexOf(' ', at)
  return space >= 0 && space - at < 30 ? space : at
}

/** Half a surrogate pair at an edge would print as a replacement character. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}
