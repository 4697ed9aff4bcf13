import type { SocketEnd } from '../cassette/records.ts'
import { keptHeaders } from '../intercept/response-headers.ts'
import type { ServedSocket, SocketAnswer, SocketHandler } from '../intercept/socket-session.ts'
import type { Upstream } from '../intercept/upstream-socket.ts'
import { CallRecorder } from './call-recorder.ts'
import { forwardingTools } from './forwarding.ts'
import type { ProcessState } from './process-state.ts'
import type { SessionCall } from './session-call.ts'
import { SocketRecorder } from './socket-recorder.ts'
import { countRecorded } from './tally.ts'

/**
 * Opens a WebSocket session with the real provider and writes it into the session's take while its messages pass by, in both
 * directions.
 *
 * @throws the error of the connection where no answer to the handshake came.
 */
export async function recordSocket(state: ProcessState, call: SessionCall): Promise<SocketAnswer> {
  const { session, work, captured, read, dialect, call_index } = call
  const { recording } = work
  if (!recording) throw new TypeError('a call is recorded only by a session that records')
  countRecorded(work.tally, work.mode)
  const parts = {
    take: recording.take,
    call_index,
    dialect,
    redactor: work.redactor,
    elapsed: () => state.real.now() - call.started,
    onFault: (error: Error) => session.fail(error),
  }
  recording.take.request(call_index, captured.recorded, captured.digest)
  let upstream: Upstream | Response
  try {
    upstream = await connect(state, call)
  } catch (error) {
    const recorder = new CallRecorder(parts)
    recorder.failed(error, read.request.signal.aborted)
    throw error
  }
  if (upstream instanceof Response)
    return { refused: await recordRefusal(upstream, new CallRecorder(parts), call) }
  const recorder = new SocketRecorder(parts)
  recorder.opened(upstream.protocol)
  const bridge = bridgeTo(upstream, recorder)
  recording.add({ done: recorder.done, abandon: () => bridge.abandon() })
  return { protocol: upstream.protocol, handler: bridge }
}

/** Opens a session with the real provider, of which nothing is kept. */
export async function forwardSocket(state: ProcessState, call: SocketCall): Promise<SocketAnswer> {
  const upstream = await connect(state, call)
  return upstream instanceof Response
    ? { refused: upstream }
    : { protocol: upstream.protocol, handler: bridgeTo(upstream, null) }
}

/** The part of a call that forwarding takes. */
export type SocketCall = Pick<SessionCall, 'read'>

async function connect(state: ProcessState, { read }: SocketCall): Promise<Upstream | Response> {
  const { connectUpstream } = await import('../intercept/upstream-socket.ts')
  return connectUpstream(read.url, read.request, forwardingTools(state).restoreCredentials)
}

/** A refused handshake is a call like any other. */
async function recordRefusal(
  response: Response,
  recorder: CallRecorder,
  call: SessionCall,
): Promise<Response> {
  const extra = [...call.dialect.responseHeaders, ...(call.definition?.responseHeaders ?? [])]
  const { status, headers } = response
  recorder.responded({ status, headers: keptHeaders(headers, extra), redirects: [] }, false)
  if (response.body) recorder.piece(new Uint8Array(await response.clone().arrayBuffer()))
  recorder.ended()
  return response
}

interface Bridge extends SocketHandler {
  /** The test has ended with the session open. */
  abandon(): void
}

/** Passes on what either end says. Who closes first has closed the session; the other end only answers that. */
function bridgeTo(upstream: Upstream, recorder: SocketRecorder | null): Bridge {
  let client: ServedSocket | null = null
  let isOver = false
  const end = (from: SocketEnd, code: number, reason: string) => {
    if (isOver) return false
    isOver = true
    recorder?.closed(from, code, reason)
    return true
  }
  return {
    opened(served) {
      client = served
      upstream.listen({
        message(data) {
          if (!isOver) recorder?.message('server', data)
          served.send(data)
        },
        closed(code, reason) {
          if (!end('server', code, reason)) return
          if (code === 1006) served.drop()
          else served.close(code, reason)
        },
      })
    },
    message(data) {
      if (!isOver) recorder?.message('client', data)
      upstream.send(data)
    },
    closed(code, reason) {
      if (!end('client', code, reason)) return
      if (code === 1006) upstream.drop()
      else upstream.close(code, reason)
    },
    abandon() {
      if (!end('client', 1006, '')) return
      upstream.drop()
      client?.drop()
    },
  }
}
