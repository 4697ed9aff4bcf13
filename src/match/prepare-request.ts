import type { HeaderPairs, RecordedRequest } from '../cassette/records.ts'
import { identityHeaders } from './identity-headers.ts'
import type { Forgiveness } from './ignore/forgivable.ts'
import type { Places } from './ignore/ready-rule.ts'
import { omitPaths } from './omit-paths.ts'

/** What is set aside before requests are compared. */
export interface MatchRules {
  /** Body paths of a dialect whose value is incidental; `[]` and `*` stand for any index and key. */
  incidental?(dialect: string): readonly string[]
  /** The user's ignore rules. Must be pure; gets a request whose incidental parts are gone already. */
  normalise?(request: RecordedRequest, places?: Places): RecordedRequest
  /** Where rules depend on the machine: what the recording machine's directories may have been, judging by two requests. */
  guessPlaces?(recorded: RecordedRequest, incoming: RecordedRequest): Places[]
  /** Which ready-made rules would make two prepared requests equal. */
  findForgiveness?(recorded: RecordedRequest, incoming: RecordedRequest): Forgiveness
}

/**
 * A redacted request as it is compared: headers by today's list of what counts (a cassette may come from a version with
 * another), without incidental fields and what the user's rules set aside. Applied to both sides; never mutates; the same
 * reference where nothing is set aside.
 *
 * @param places the directories of the machine that made the request; default: those of this process
 */
export function prepareRequest(
  request: RecordedRequest,
  rules: MatchRules,
  places?: Places,
): RecordedRequest {
  const headers = identityHeaders(request.headers)
  let { body } = request
  if (body && 'json' in body) {
    const json = omitPaths(body.json, rules.incidental?.(request.dialect) ?? [])
    if (json !== body.json) body = { json }
  }
  const unchanged = body === request.body && samePairs(headers, request.headers)
  const prepared = unchanged ? request : { ...request, headers, body }
  return rules.normalise?.(prepared, places) ?? prepared
}

function samePairs(a: HeaderPairs, b: HeaderPairs): boolean {
  return (
    a.length === b.length &&
    a.every(([name, value], index) => name === b[index]?.[0] && value === b[index]?.[1])
  )
}
