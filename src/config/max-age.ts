const daysOf: Record<string, number> = { d: 1, w: 7, y: 365 }

/** Days of `'90d'`, `'12w'`, `'1y'` or a number of days; `null` where it is no age. */
export function parseMaxAge(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null
  const [, count, unit] = (typeof value === 'string' && /^\s*(\d+)\s*([dwy])\s*$/i.exec(value)) || []
  return count && unit ? Number(count) * (daysOf[unit.toLowerCase()] as number) : null
}
