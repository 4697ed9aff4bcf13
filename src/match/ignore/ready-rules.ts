import { cwd } from './cwd.ts'
import { dates } from './dates.ts'
import { home } from './home.ts'
import { ids } from './ids.ts'
import { lineEndings } from './line-endings.ts'
import { type IgnoreName, ignoreNames } from './names.ts'
import type { ReadyRule } from './ready-rule.ts'
import { uuids } from './uuids.ts'

const byName: Record<IgnoreName, ReadyRule> = { 'line-endings': lineEndings, cwd, home, dates, ids, uuids }

/** The ready-made rules of these names, in the order in which they are applied, each once. */
export function readyRules(names: Iterable<IgnoreName>): ReadyRule[] {
  const wanted = new Set(names)
  return ignoreNames.filter((name) => wanted.has(name)).map((name) => byName[name])
}
