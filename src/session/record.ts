import { anyAborted, nodeAbortController } from '../intercept/abort.ts'
import { type Forwarded, forward } from '../intercept/forward.ts'
import { rebuildResponse } from '../intercept/rebuild-response.ts'
import { keptHeaders } from '../intercept/response-headers.ts'
import { isStreamed } from '../intercept/streamed.ts'
import { tapBody } from '../intercept/tap.ts'
import { CallRecorder } from './call-recorder.ts'
import { forwardingTools } from './forwarding.ts'
import type { ProcessState } from './process-state.ts'
import type { SessionCall } from './session-call.ts'
import { countRecorded } from './tally.ts'

/**
 * Forwards a call and writes it into the session's take while its answer passes by.
 *
 * @throws what `fetch` throws where the connection fails or the caller aborts.
 */
export async function recordCall(state: ProcessState, call: SessionCall): Promise<Response> {
  const { session, work, captured, read, dialect, call_index } = call
  const { recording } = work
  if (!recording) throw new TypeError('a call is recorded only by a session that records')
  countRecorded(work.tally, work.mode)
  const recorder = new CallRecorder({
    take: recording.take,
    call_index,
    dialect,
    redactor: work.redactor,
    elapsed: () => state.real.now() - call.started,
    onFault: (error) => session.fail(error),
  })
  // Not forwarded where it cannot be kept: an answer that was paid for would be lost.
  recording.take.request(call_index, captured.recorded, captured.digest)

  const cut = nodeAbortController()
  recording.add({ done: recorder.done, abandon: () => cut.abort(abandoned()) })
  cut.signal.addEventListener('abort', () => recorder.left())
  let forwarded: Forwarded
  try {
    forwarded = await forward(read, forwardingTools(state), cut.signal)
  } catch (error) {
    recorder.failed(error, read.request.signal.aborted || cut.signal.aborted)
    throw error
  }
  const extra = [
    ...dialect.responseHeaders,
    ...(call.definition?.responseHeaders ?? []),
    ...(work.config.responseHeaders ?? []),
  ]
  const { response, redirects } = forwarded
  const { status, statusText, headers, url, redirected } = response
  recorder.responded(
    { status, headers: keptHeaders(headers, extra), redirects },
    isStreamed(response, captured.recorded),
  )
  if (!response.body) {
    recorder.ended()
    return response
  }
  const signal = anyAborted([read.request.signal, cut.signal])
  const body = tapBody(response.body, signal, recorder)
  return rebuildResponse(body, { status, statusText, headers: [...headers], url, redirected })
}

function abandoned(): DOMException {
  return new DOMException('The test ended while this answer was still arriving.', 'AbortError')
}
