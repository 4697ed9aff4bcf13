/** Longer than any sensible status line; some servers and proxies refuse more. */
const LONGEST = 1_000

const plain: Record<string, string> = {
  '→': '->',
  '…': '...',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '❯': '>',
}

/**
 * A message as one line of printable Latin-1, fit for an HTTP status text or header: lines joined by ` · `, other
 * characters replaced by a plain one or `?`, at most 1,000 characters.
 */
export function oneLine(message: string): string {
  const joined = message
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .join(' · ')
  const latin = joined.replace(/[^\x20-\x7e\xa0-\xff]/gu, (character) => plain[character] ?? '?')
  return latin.length <= LONGEST ? latin : `${latin.slice(0, LONGEST - 3)}...`
}
