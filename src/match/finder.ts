import type { RecordedCall, RecordedRequest } from '../cassette/records.ts'
import { type CloseCall, closestCalls } from './closest.ts'
import { digestRequest } from './digest.ts'
import type { Places } from './ignore/ready-rule.ts'
import { KeyIndex } from './key-index.ts'
import { about, type MismatchCore, unusedCalls } from './mismatch-data.ts'
import { nearestReading } from './nearest-reading.ts'
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
  readonly #index: KeyIndex
  /** One for each set of directories that the recording machine turned out to have had; mostly none or one. */
  readonly #elsewhere: { places: Places; index: KeyIndex }[] = []
  readonly #taken: Uint8Array
  /** The first position that may be unused. */
  #due = 0

  constructor(calls: readonly RecordedCall[], options: FinderOptions) {
    this.#calls = calls
    this.#options = options
    this.#taken = new Uint8Array(calls.length)
    this.#index = this.#indexCalls()
  }

  /**
   * Uses up the call that answers `request` (redacted), or says where the two part and uses up nothing.
   *
   * @param digest of `request`, where it is known already: a large prompt takes a while to digest
   */
  take(request: RecordedRequest, digest?: string): Found | NotFound {
    const prepared = prepareRequest(request, this.#options)
    const key = prepared === request && digest !== undefined ? digest : digestRequest(prepared)
    const position = this.#lookUp(key) ?? this.#lookElsewhere(request, key)
    this.#skipTaken()
    if (position === undefined) return this.#explain(request, prepared, key)
    if (this.#options.order === 'strict' && position !== this.#due) return this.#outOfOrder(request, position)
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

  /** @param places where the recorded requests were made, if not in the directories of this process */
  #indexCalls(places?: Places): KeyIndex {
    const index = new KeyIndex()
    for (const [position, call] of this.#calls.entries()) {
      const prepared = prepareRequest(call.request, this.#options, places)
      const isStored = this.#options.trustDigests === true && prepared === call.request
      index.add(isStored ? call.digest : digestRequest(prepared), position)
    }
    return index
  }

  /** The first unused call with this match key. */
  #lookUp(key: string): number | undefined {
    let first = this.#index.first(key, this.#taken)
    for (const { index } of this.#elsewhere) {
      const position = index.first(key, this.#taken)
      if (position !== undefined && (first === undefined || position < first)) first = position
    }
    return first
  }

  /**
   * Looks for an unused call that equals the request but for the directories of the machine on which it was recorded. One
   * that does settles what they were, and all calls are read in that light from then on.
   */
  #lookElsewhere(request: RecordedRequest, key: string): number | undefined {
    const { guessPlaces } = this.#options
    if (!guessPlaces) return undefined
    for (const { request: recorded } of this.unused()) {
      for (const places of guessPlaces(recorded, request)) {
        if (digestRequest(prepareRequest(recorded, this.#options, places)) !== key) continue
        this.#elsewhere.push({ places, index: this.#indexCalls(places) })
        return this.#lookUp(key)
      }
    }
    return undefined
  }

  /** A recorded request as it is compared, read in the light in which it differs least. */
  #prepareFor(request: RecordedRequest, prepared: RecordedRequest): (r: RecordedRequest) => RecordedRequest {
    return (recorded) => {
      const own = prepareRequest(recorded, this.#options)
      if (!this.#options.guessPlaces) return own
      const guesses = this.#options.guessPlaces(recorded, request)
      const places = [...this.#elsewhere.map((one) => one.places), ...guesses]
      const others = places.map((place) => prepareRequest(recorded, this.#options, place))
      return nearestReading([own, ...others], prepared)
    }
  }

  #skipTaken(): void {
    while (this.#due < this.#calls.length && this.#taken[this.#due] === 1) this.#due += 1
  }

  #explain(request: RecordedRequest, prepared: RecordedRequest, key: string): NotFound {
    const prepare = this.#prepareFor(request, prepared)
    const due = this.#calls[this.#due]
    const comparable = this.#options.order === 'any' ? this.unused() : due ? [due] : []
    const candidates = closestCalls(comparable, prepared, prepare)
    const [closest] = candidates
    const indexes = [this.#index, ...this.#elsewhere.map((one) => one.index)]
    const equals = indexes.flatMap((index) => index.positions(key))
    if (!closest || (equals.length > 0 && closest.differences > NEAR)) return this.#pastEnd(request, equals)
    const recorded = prepare(this.#callAt(closest.call_index).request)
    return this.#changed(request, candidates, this.#options.findForgiveness?.(recorded, prepared))
  }

  #changed(
    request: RecordedRequest,
    candidates: CloseCall[],
    forgiveness: Partial<MismatchCore> = {},
  ): NotFound {
    const [closest] = candidates as [CloseCall]
    const call = this.#callAt(closest.call_index)
    return this.#notFound(request, call, {
      ...forgiveness,
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
  #pastEnd(request: RecordedRequest, equals: readonly number[]): NotFound {
    const repeated = equals.length > 0 ? (this.#calls[equals.at(-1) as number] as RecordedCall) : null
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
