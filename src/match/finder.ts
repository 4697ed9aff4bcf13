import type { RecordedCall, RecordedRequest } from '../cassette/records.ts'
import { type CloseCall, closestCalls } from './closest.ts'
import { digestRequest } from './digest.ts'
import { about, type MismatchCore, unusedCalls } from './mismatch-data.ts'
import { type MatchRules, prepareRequest } from './prepare-request.ts'

export interface FinderOptions extends MatchRules {
  /** `any`: only equal requests have an order among themselves. `strict`: calls must come in recorded order. */
  order: 'any' | 'strict'
  /**
   * Take the stored digest of a recorded call for its match key where no rule sets a part of it aside, instead of
   * computing it anew: 10,000 calls then cost next to nothing to open. Right only for a verified cassette of the present
   * redaction and canonical form. Default: `false`.
   */
  trustDigests?: boolean
}

/** The recorded call that answers; it is used up now. */
export interface Found {
  found: true
  call: RecordedCall
}

/** No unused recorded call equals the request. Nothing was used up. */
export interface NotFound {
  found: false
  mismatch: MismatchCore
  /** The recorded call that `mismatch` compares with. */
  closest: RecordedCall | null
}

/** A repeated request is told as a change of the next call only where the two are this near, in differing leaves. */
const NEAR = 2

/**
 * Finds the recorded call for each request of one attempt. Equal requests form a queue in recorded order: the n-th gets
 * the n-th answer. Match keys are computed once, here; finding then costs one digest, however many calls there are.
 */
export class CallFinder {
  /** Indexes of the calls that were found, in the order in which they were asked for. */
  readonly used: number[] = []
  readonly #calls: readonly RecordedCall[]
  readonly #options: FinderOptions
  /** By match key: positions in `#calls` that are unused, in recorded order from `next`. */
  readonly #queues = new Map<string, { positions: number[]; next: number }>()
  readonly #taken: Uint8Array
  /** The first position that may be unused. */
  #due = 0

  constructor(calls: readonly RecordedCall[], options: FinderOptions) {
    this.#calls = calls
    this.#options = options
    this.#taken = new Uint8Array(calls.length)
    for (const [position, call] of calls.entries()) {
      const prepared = prepareRequest(call.request, options)
      const isStored = options.trustDigests === true && prepared === call.request
      const key = isStored ? call.digest : digestRequest(prepared)
      const queue = this.#queues.get(key)
      if (queue) queue.positions.push(position)
      else this.#queues.set(key, { positions: [position], next: 0 })
    }
  }

  /** Uses up the call that answers `request` (redacted), or says where the two part and uses up nothing. */
  take(request: RecordedRequest): Found | NotFound {
    const prepared = prepareRequest(request, this.#options)
    const queue = this.#queues.get(digestRequest(prepared))
    const position = queue?.positions[queue.next]
    this.#skipTaken()
    if (!queue || position === undefined) return this.#explain(request, prepared, queue?.positions)
    if (this.#options.order === 'strict' && position !== this.#due) return this.#outOfOrder(request, position)
    queue.next += 1
    this.#taken[position] = 1
    const call = this.#calls[position] as RecordedCall
    this.used.push(call.call_index)
    return { found: true, call }
  }

  /** Recorded calls that were not asked for, in recorded order. */
  unused(): RecordedCall[] {
    return this.#calls.filter((_, position) => this.#taken[position] === 0)
  }

  /** The mismatch to report for {@link unused} calls; `null` where every call was made. */
  unusedMismatch(): MismatchCore | null {
    return unusedCalls(this.unused(), this.used)
  }

  #skipTaken(): void {
    while (this.#due < this.#calls.length && this.#taken[this.#due] === 1) this.#due += 1
  }

  /** `equals`: positions of recorded calls that equal the request but are used up. */
  #explain(request: RecordedRequest, prepared: RecordedRequest, equals?: number[]): NotFound {
    const prepare = (recorded: RecordedRequest) => prepareRequest(recorded, this.#options)
    const due = this.#calls[this.#due]
    const comparable = this.#options.order === 'any' ? this.unused() : due ? [due] : []
    const candidates = closestCalls(comparable, prepared, prepare)
    const [closest] = candidates
    if (!closest || (equals && closest.differences > NEAR)) return this.#pastEnd(request, equals)
    return this.#changed(request, closest, candidates)
  }

  #changed(request: RecordedRequest, closest: CloseCall, candidates: CloseCall[]): NotFound {
    const call = this.#callAt(closest.call_index)
    return this.#notFound(request, call, {
      kind: 'changed',
      call_index: closest.call_index,
      field_path: closest.field_path,
      recorded: closest.difference?.recorded,
      incoming: closest.difference?.incoming,
      candidates: candidates.map(({ call_index, field_path, differences }) => ({
        call_index,
        field_path,
        differences,
      })),
    })
  }

  /**
   * One call more than recorded: all are used up, or the request repeats a used one while those that remain are far
   * from it. A call that it repeats is the one candidate, with 0 differences.
   */
  #pastEnd(request: RecordedRequest, equals?: number[]): NotFound {
    const repeated = equals?.length ? (this.#calls[equals.at(-1) as number] as RecordedCall) : null
    return this.#notFound(request, repeated, {
      kind: 'past_end',
      call_index: this.used.length,
      field_path: 'call_index',
      incoming: this.used.length,
      candidates: repeated ? [{ call_index: repeated.call_index, field_path: '', differences: 0 }] : [],
    })
  }

  /** `recorded` is the index of the call that was due, `incoming` that of the call that was made. */
  #outOfOrder(request: RecordedRequest, position: number): NotFound {
    const due = this.#calls[this.#due] as RecordedCall
    const made = this.#calls[position] as RecordedCall
    return this.#notFound(request, due, {
      kind: 'out_of_order',
      call_index: due.call_index,
      field_path: 'call_index',
      recorded: due.call_index,
      incoming: made.call_index,
      candidates: [{ call_index: made.call_index, field_path: '', differences: 0 }],
    })
  }

  #notFound(
    request: RecordedRequest,
    closest: RecordedCall | null,
    facts: Partial<MismatchCore> & Pick<MismatchCore, 'kind' | 'call_index'>,
  ): NotFound {
    const mismatch: MismatchCore = {
      ...about(request),
      ...facts,
      digests: { recorded: closest?.digest ?? null, incoming: digestRequest(request) },
      preceding: [...this.used],
      requests: { recorded: closest?.request ?? null, incoming: request },
    }
    return { found: false, mismatch, closest }
  }

  #callAt(index: number): RecordedCall {
    return this.#calls.find((call) => call.call_index === index) as RecordedCall
  }
}
