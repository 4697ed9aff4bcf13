import { diffArrays } from 'diff'

/** Beyond so many edits a text is another text, and places in it are not worth counting. */
const mostEdits = 200

/**
 * In how many places two versions of a text differ: runs of changed lines or, where a single line changed, of changed
 * words in it. `null` where they have too little in common to tell.
 */
export function countPlaces(recorded: string, incoming: string): number | null {
  const lines = changesOf(recorded.split('\n'), incoming.split('\n'))
  const [only] = lines ?? []
  if (lines?.length !== 1 || only?.before.length !== 1 || only.after.length !== 1)
    return lines?.length ?? null
  const words = changesOf(wordsOf(only.before[0] as string), wordsOf(only.after[0] as string))
  return words?.length ?? null
}

interface Change {
  before: string[]
  after: string[]
}

function changesOf(a: string[], b: string[]): Change[] | null {
  const parts = diffArrays(a, b, { maxEditLength: mostEdits })
  if (!parts) return null
  const changes: Change[] = []
  let current: Change | null = null
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      current = null
      continue
    }
    if (!current) {
      current = { before: [], after: [] }
      changes.push(current)
    }
    if (removed) current.before.push(...value)
    if (added) current.after.push(...value)
  }
  return changes
}

/** Words with the blanks behind them, so that the blank between two changed words does not part them. */
function wordsOf(line: string): string[] {
  return line.match(/\S+\s*|\s+/g) ?? []
}
