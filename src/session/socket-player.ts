import type { RecordedCall, SocketPayload } from '../cassette/records.ts'
import type { ServedSocket, SocketData, SocketHandler } from '../intercept/socket-session.ts'
import type { JsonValue } from '../json/value.ts'
import { digestRequest } from '../match/digest.ts'
import { CallFinder } from '../match/finder.ts'
import type { MismatchCore } from '../match/mismatch-data.ts'
import { prepareRequest } from '../match/prepare-request.ts'
import type { ProcessState } from './process-state.ts'
import { refuseCall } from './replay.ts'
import type { SessionCall } from './session-call.ts'
import { socketData, socketPayload, socketValue } from './socket-payload.ts'

/**
 * Plays the provider's side of a recorded session in step with the client: a recorded message of the provider is sent as
 * soon as the client has sent every message that was recorded before it. What the client sends is compared, in its order.
 */
export class SocketPlayer implements SocketHandler {
  readonly #state: ProcessState
  readonly #call: SessionCall
  readonly #recorded: RecordedCall
  readonly #messages: readonly SocketPayload[]
  #client: ServedSocket | null = null
  /** Index of the message that comes next. */
  #next = 0
  /** What the client has sent, as it is compared. */
  readonly #sent: JsonValue[] = []
  #timer: unknown = null
  #isOver = false
  #hasFailed = false

  constructor(
    state: ProcessState,
    call: SessionCall,
    recorded: RecordedCall,
    messages: readonly SocketPayload[],
  ) {
    this.#state = state
    this.#call = call
    this.#recorded = recorded
    this.#messages = messages
  }

  opened(client: ServedSocket): void {
    this.#client = client
    this.#advance(true)
  }

  message(data: SocketData): void {
    if (this.#isOver) return
    // What is only waiting for its time was recorded before this.
    this.#advance(false)
    const { dialect, work } = this.#call
    const payload = socketPayload('client', data, dialect, work.redactor)
    this.#sent.push(socketValue(payload))
    const expected = this.#messages[this.#next]
    const isSame = expected !== undefined && isMessage(expected) && this.#isEqual(expected, payload)
    const mismatch = isSame ? null : this.#compareAll(this.#sent.length)
    if (mismatch) {
      this.#fail(mismatch)
      return
    }
    this.#next++
    this.#advance(true)
  }

  closed(): void {
    this.#state.real.clearTimeout(this.#timer as never)
    this.#isOver = true
  }

  /** What the client of a passing test should have sent and did not; `null` where nothing is missing. */
  unsent(): MismatchCore | null {
    const rest = this.#messages.slice(this.#next)
    return this.#hasFailed || !rest.some(isMessage) ? null : this.#compareAll(this.#sent.length + 1)
  }

  /** Sends what is due. `timed`: as the recorded pace has it, where one is asked for. */
  #advance(timed: boolean): void {
    this.#state.real.clearTimeout(this.#timer as never)
    while (!this.#isOver) {
      const message = this.#messages[this.#next]
      if (message === undefined) this.#end()
      if (message === undefined || message.from === 'client') return
      const wait = timed ? this.#untilDue() : 0
      if (wait > 0) {
        this.#timer = this.#state.real.setTimeout(() => this.#advance(true), wait)
        return
      }
      this.#next++
      if ('close' in message) {
        this.#isOver = true
        this.#client?.close(message.close.code, message.close.reason)
      } else this.#client?.send(socketData(message))
    }
  }

  /** A provider whose connection was lost is lost again; a client that left is waited for. */
  #end(): void {
    if (this.#recorded.outcome !== 'error') return
    this.#isOver = true
    this.#client?.drop()
  }

  #untilDue(): number {
    const { pace } = this.#call.work.options
    const factor = pace === 'instant' ? 0 : pace === 'recorded' ? 1 : pace
    if (factor === 0) return 0
    const due = (this.#recorded.events[this.#next]?.at_ms ?? 0) * factor
    return due - (this.#state.real.now() - this.#call.started)
  }

  #isEqual(recorded: SocketPayload, incoming: SocketPayload): boolean {
    const { matching } = this.#call.work
    const digest = (payload: SocketPayload) =>
      digestRequest(prepareRequest(this.#withMessages([socketValue(payload)]), matching))
    return digest(recorded) === digest(incoming)
  }

  /** Compares the first messages of the client, `count` of those that were recorded, with what it has sent. */
  #compareAll(count: number): MismatchCore | null {
    const recorded = this.#messages.filter(isMessage).slice(0, count).map(socketValue)
    const request = this.#withMessages(recorded)
    const finder = new CallFinder([{ ...this.#recorded, request }], {
      ...this.#call.work.matching,
      trustDigests: false,
    })
    const result = finder.take(this.#withMessages(this.#sent))
    return result.found ? null : result.mismatch
  }

  /** A session's messages as a request has them: so paths, rules and words are those of every other call. */
  #withMessages(messages: JsonValue[]): RecordedCall['request'] {
    return { ...this.#recorded.request, body: { json: { messages } } }
  }

  #fail(mismatch: MismatchCore): void {
    this.#isOver = true
    this.#hasFailed = true
    this.#state.real.clearTimeout(this.#timer as never)
    this.#call.work.tally.strict_violations++
    const error = refuseCall(this.#call, mismatch)
    this.#client?.close(policyViolation, closeReason(error))
  }
}

function isMessage(payload: SocketPayload): boolean {
  return payload.from === 'client' && !('close' in payload)
}

/** https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
const policyViolation = 1008

/** At most 123 bytes, as a closing frame holds. */
function closeReason({ name, message }: Error): string {
  return (
    `${name}: ${message}`
      .split('\n', 1)[0]
      ?.replace(/[^\t\x20-\x7e]/g, '?')
      .slice(0, 123) ?? ''
  )
}
