import { UnattributedCall } from '../errors/unattributed-call.ts'
import type { Recognition } from '../providers/recognise.ts'
import type { Owner } from './owner.ts'
import type { Session } from './session.ts'
import type { Work } from './work.ts'

/** What to do with a request. One function decides, one small function per kind acts. */
export type Decision =
  | { act: 'pass_on' }
  | { act: 'answer_telemetry' }
  | { act: 'replay' | 'record' | 'hybrid' | 'forward'; session: Session; work: Work }
  | { act: 'refuse'; error: Error; session: Session | null }

/**
 * Classifies a request that may be a model call.
 *
 * @param recognition what the request is; `null` where it is no model call
 * @param open the session's half of the engine; throws what blocks the session
 */
export function classify(
  url: URL,
  recognition: Recognition | null,
  owner: Owner,
  open: (session: Session) => Work,
): Decision {
  if (!recognition || owner.kind === 'outside') return { act: 'pass_on' }
  // Telemetry is sent in the background, often after its test: it needs no owner.
  if (recognition.telemetry) return telemetryDecision(owner, open)
  if (owner.kind !== 'session') return { act: 'refuse', session: null, error: unattributed(url, owner) }
  const { session } = owner
  // The test may have ended while the request waited for its engine or body.
  if (session.ended)
    return { act: 'refuse', session: null, error: unattributed(url, { kind: 'detached', session }) }
  try {
    const work = open(session)
    return work.plan === 'pass_on' ? { act: 'pass_on' } : { act: work.plan, session, work }
  } catch (error) {
    return { act: 'refuse', session, error: error as Error }
  }
}

function telemetryDecision(owner: Owner, open: (session: Session) => Work): Decision {
  if (owner.kind !== 'session' || owner.session.ended) return { act: 'answer_telemetry' }
  try {
    return open(owner.session).plan === 'replay' ? { act: 'answer_telemetry' } : { act: 'pass_on' }
  } catch {
    return { act: 'answer_telemetry' }
  }
}

function unattributed(url: URL, owner: Owner & { kind: 'detached' | 'ambiguous' }): UnattributedCall {
  const address = `${url.host}${url.pathname}`
  return owner.kind === 'detached'
    ? new UnattributedCall({ url: address, reason: 'detached', tests: [owner.session.title] })
    : new UnattributedCall({
        url: address,
        reason: 'ambiguous',
        tests: owner.running.map((session) => session.title),
      })
}
