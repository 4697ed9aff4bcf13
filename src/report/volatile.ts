import type { IgnoreName } from '../match/ignore/names.ts'
import type { MismatchData } from '../match/mismatch.ts'
import { shortValue } from './short-value.ts'

const words: Record<IgnoreName, { one: string; many: string }> = {
  dates: { one: 'a date', many: 'dates' },
  uuids: { one: 'a UUID', many: 'UUIDs' },
  ids: { one: 'a generated id', many: 'generated ids' },
  cwd: { one: 'the working directory', many: 'the working directory' },
  home: { one: 'the home directory', many: 'the home directory' },
  'line-endings': { one: 'line endings', many: 'line endings' },
}

/**
 * The headline of a change that ready-made ignore rules would have forgiven: `only a date differs in
 * messages[0].content: 2026-11-18 → 2026-11-30`. `null` for any other.
 */
export function describeVolatile({ forgivable, volatile, field_path }: MismatchData): string | null {
  if (forgivable.length === 0) return null
  const isOne = new Set(volatile.map(({ recorded, incoming }) => `${recorded}\0${incoming}`)).size < 2
  const kinds = forgivable.map((name) => words[name][isOne ? 'one' : 'many'])
  const isSingular =
    kinds.length === 1 && (isOne || kinds[0]?.startsWith('the ')) && kinds[0] !== 'line endings'
  const subject = kinds.length === 1 ? kinds[0] : `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}`
  const place = isOne ? ` in ${field_path}` : `, first in ${field_path}`
  return `only ${subject} ${isSingular ? 'differs' : 'differ'}${place}${arrow(volatile[0])}`
}

/** What to write where for a change that ready-made rules would forgive; `null` for any other. */
export function ignoreHint({ forgivable, config }: MismatchData): string | null {
  if (forgivable.length === 0) return null
  const list = forgivable.map((name) => `'${name}'`).join(', ')
  return `ignore: [${list}] in ${config ?? 'a new retake.config.ts'} forgives it`
}

function arrow(piece: MismatchData['volatile'][number] | undefined): string {
  const before = shortValue(piece?.recorded)
  const after = shortValue(piece?.incoming)
  return before === null || after === null ? '' : `: ${before} → ${after}`
}
