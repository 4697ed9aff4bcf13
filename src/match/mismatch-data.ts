import type { RecordedCall, RecordedRequest } from '../cassette/records.ts'
import type { MismatchData } from './mismatch.ts'

/** What matching alone knows of a mismatch. The session adds which cassette it was and the command that records again. */
export type MismatchCore = Omit<MismatchData, 'cassette' | 'config' | 'command'>

/** A call in a test that has no cassette. */
export function noRecording(incoming: RecordedRequest, digest: string): MismatchCore {
  return {
    ...about(incoming),
    kind: 'no_recording',
    call_index: 0,
    digests: { recorded: null, incoming: digest },
    requests: { recorded: null, incoming },
  }
}

/** Recorded calls that the test never made; `null` where there are none. It is about the first of them. */
export function unusedCalls(
  calls: readonly RecordedCall[],
  preceding: readonly number[],
): MismatchCore | null {
  const [first] = calls
  if (!first) return null
  return {
    ...about(first.request),
    kind: 'unused',
    call_index: first.call_index,
    field_path: 'call_index',
    recorded: first.call_index,
    digests: { recorded: first.digest, incoming: null },
    requests: { recorded: first.request, incoming: null },
    preceding: [...preceding],
    unused: calls.map((call) => call.call_index),
  }
}

/** A client that reads on where the recorded one aborted. `event_index` is that of the event that never came. */
export function abortExpected(call: RecordedCall, preceding: readonly number[]): MismatchCore {
  return {
    ...about(call.request),
    kind: 'abort_expected',
    call_index: call.call_index,
    event_index: call.events.length,
    field_path: 'event_index',
    recorded: call.events.length,
    digests: { recorded: call.digest, incoming: call.digest },
    requests: { recorded: call.request, incoming: call.request },
    preceding: [...preceding],
  }
}

/** The parts of a mismatch that say whom it concerns; nothing differs yet. */
export function about({
  provider,
  dialect,
  model,
}: RecordedRequest): Omit<MismatchCore, 'kind' | 'call_index'> {
  return {
    event_index: null,
    field_path: '',
    recorded: undefined,
    incoming: undefined,
    provider,
    dialect,
    model,
    digests: { recorded: null, incoming: null },
    candidates: [],
    preceding: [],
    requests: { recorded: null, incoming: null },
    unused: [],
    forgivable: [],
    volatile: [],
  }
}
