/** `1 call`, `2 calls`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** `812 tokens`, `81.2k tokens`, `3.4M tokens`. */
export function formatTokens(count: number): string {
  if (count < 1_000) return plural(count, 'token')
  // 999,950 and more would read 1000.0k.
  return count < 999_950 ? `${short(count / 1_000)}k tokens` : `${short(count / 1_000_000)}M tokens`
}

/** Two decimals; below a cent the first two digits that say something, and `$0` for nothing. */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return '$0'
  if (dollars < 0.000_001) return 'less than $0.000001'
  if (dollars >= 0.01) return `$${dollars.toFixed(2)}`
  return `$${dollars.toFixed(1 - Math.floor(Math.log10(dollars))).replace(/0+$/, '')}`
}

/** `0.4 s`, `96 s`, `12 min`, `3.5 h`. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 9.95) return `${short(seconds)} s`
  if (seconds < 119.5) return `${Math.round(seconds)} s`
  if (seconds < 7_170) return `${Math.round(seconds / 60)} min`
  return `${short(seconds / 3_600)} h`
}

function short(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}
