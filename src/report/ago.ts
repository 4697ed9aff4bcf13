const units: [name: string, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** How long ago a moment (ISO 8601) was: `12 days ago`, `just now`; empty where it is no moment. Whole units, rounded down. */
export function ago(moment: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(moment)) / 1_000
  if (Number.isNaN(seconds)) return ''
  for (const [name, length] of units) {
    const count = Math.floor(seconds / length)
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
