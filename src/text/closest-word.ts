/**
 * The word of `known` that a mistyped `given` most likely meant, or `null` where none is near: at most a third of the
 * letters (and at least two) may differ. Transposed neighbours count as one slip.
 */
export function closestWord(given: string, known: readonly string[]): string | null {
  let best: string | null = null
  let bestDistance = Math.max(2, Math.floor(given.length / 3)) + 1
  for (const word of known) {
    const distance = editDistance(given, word)
    if (distance < bestDistance) {
      best = word
      bestDistance = distance
    }
  }
  return best
}

/** Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1] as number[]
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, ((rows[i - 2] as number[])[j - 2] as number) + 1)
      row.push(cost)
    }
    rows.push(row)
  }
  return (rows[a.length] as number[])[b.length] as number
}
