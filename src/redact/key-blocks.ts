import type { PhraseSpan } from './span.ts'

const opening = '-----BEGIN '
const header = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const footer = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const maxBlock = 16_000
/** Lines of a block that was cut off: line breaks, also escaped ones, and base64. */
const lines = /(?:(?:\\{1,8}[nr]|[\r\n])+[A-Za-z0-9+/=]{16,76})*/y
const unfinishedHeader = /-(?:-(?:-(?:-(?:-(?:B(?:E(?:G(?:I(?:N(?: [A-Z0-9 ]{0,60}-{0,5})?)?)?)?)?)?)?)?)?)?$/

/** Private keys in PEM blocks, also those that were cut off before their last line. */
export function findKeyBlocks(text: string, ends: boolean): { spans: PhraseSpan[]; unfinished: number } {
  const spans: PhraseSpan[] = []
  let unfinished = text.length
  if (text.includes(opening)) {
    header.lastIndex = 0
    for (let found = header.exec(text); found; found = header.exec(text)) {
      const limit = found.index + maxBlock
      const block = text.slice(0, limit)
      footer.lastIndex = header.lastIndex
      const closed = footer.test(block)
      if (!closed && text.length <= limit && !ends) {
        unfinished = Math.min(unfinished, found.index)
        break
      }
      lines.lastIndex = header.lastIndex
      if (!closed) lines.exec(block)
      header.lastIndex = closed ? footer.lastIndex : Math.max(header.lastIndex, lines.lastIndex)
      spans.push({ context: found.index, start: found.index, end: header.lastIndex })
    }
  }
  if (!ends) {
    const tail = unfinishedHeader.exec(text.slice(-128))
    if (tail) unfinished = Math.min(unfinished, text.length - tail[0].length)
  }
  return { spans, unfinished }
}
