import type { RecordedRequest } from '../../cassette/records.ts'
import { ConfigError } from '../../errors/config-error.ts'
import type { MatchRules } from '../prepare-request.ts'
import { findForgiveness } from './forgivable.ts'
import { guessPlaces } from './guess-places.ts'
import { ignoreNames } from './names.ts'
import { omitField } from './omit-field.ts'
import { parseRule } from './parse-rule.ts'
import type { Places } from './ready-rule.ts'
import { readyRules } from './ready-rules.ts'
import { rewriteRequest } from './rewrite-request.ts'
import type { IgnoreRule } from './rule.ts'

/** What ignore rules add to matching. */
export type IgnoreMatching = Required<Pick<MatchRules, 'normalise' | 'findForgiveness'>> &
  Pick<MatchRules, 'guessPlaces'>

type Step = (request: RecordedRequest) => RecordedRequest

/**
 * Makes one matching rule of the entries of `ignore`: fields and functions in their order, then the ready-made rules in
 * theirs. Without entries requests come back as they are; the hint about rules that would forgive is there all the same.
 *
 * @param own the directories of this process
 * @throws {ConfigError} from `normalise`, where a function of the user's throws or returns no request.
 */
export function composeIgnore(rules: readonly IgnoreRule[], own: Places): IgnoreMatching {
  const parsed = rules.map((rule) => (typeof rule === 'string' ? parseRule(rule) : rule))
  const on = new Set(parsed.flatMap((rule) => ('kind' in rule && rule.kind === 'ready' ? [rule.name] : [])))
  const steps = parsed.flatMap((rule, index): Step[] => {
    if (typeof rule === 'function') return [(request) => applyFunction(rule, request, index)]
    return rule.kind === 'ready' ? [] : [(request) => omitField(request, rule)]
  })
  const ready = readyRules(on)
  const off = ignoreNames.filter((name) => !on.has(name))
  const isPlaced = on.has('cwd') || on.has('home')
  return {
    normalise: (request, places = own) =>
      rewriteRequest(
        steps.reduce((result, step) => step(result), request),
        ready,
        places,
      ),
    ...(isPlaced && { guessPlaces: (recorded, incoming) => guessPlaces(recorded, incoming, own, ready) }),
    findForgiveness: (recorded, incoming) => findForgiveness(recorded, incoming, off, own),
  }
}

/** On a copy: what a function does to its argument must not reach the recording. */
function applyFunction(rule: Step, request: RecordedRequest, index: number): RecordedRequest {
  const option = `ignore[${index}]`
  let result: RecordedRequest
  try {
    result = rule(structuredClone(request))
  } catch (cause) {
    const reason = `threw: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new ConfigError({ path: null, option, reason, cause })
  }
  if (typeof result?.url === 'string' && Array.isArray(result.headers) && 'body' in result) return result
  throw new ConfigError({ path: null, option, reason: 'must return the request' })
}
