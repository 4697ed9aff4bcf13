import type { RecordedRequest } from '../cassette/records.ts'
import type { JsonValue } from '../json/value.ts'
import type { Candidate, MismatchData, MismatchKind } from '../match/mismatch.ts'
import { RetakeError } from './retake-error.ts'

/** The text of a mismatch, made by report/mismatch-text.ts. */
export interface MismatchText {
  message: string
  /** What the runner draws its diff from; absent where there is nothing to compare. */
  expected?: unknown
  actual?: unknown
}

/**
 * Test and recording part: a request that no unused recorded call equals, or a recorded call that was never made. The
 * data stands in the fields (see match/mismatch.ts for what each means), already redacted; `expected` and `actual` hold
 * only the part that changed, for the runner's diff.
 */
export class ReplayMismatch extends RetakeError {
  readonly code = 'RETAKE_REPLAY_MISMATCH'
  readonly kind: MismatchKind
  readonly call_index: number
  readonly event_index: number | null
  readonly field_path: string
  readonly recorded: JsonValue | undefined
  readonly incoming: JsonValue | undefined
  readonly provider: string
  readonly dialect: string
  readonly model: string | null
  readonly digests: { recorded: string | null; incoming: string | null }
  readonly candidates: readonly Candidate[]
  readonly preceding: readonly number[]
  readonly requests: { recorded: RecordedRequest | null; incoming: RecordedRequest | null }
  readonly unused: readonly number[]
  readonly forgivable: MismatchData['forgivable']
  readonly volatile: MismatchData['volatile']
  readonly cassette: MismatchData['cassette']
  readonly config: string | null
  readonly command: string | null
  declare readonly expected?: unknown
  declare readonly actual?: unknown

  constructor(data: MismatchData, text: MismatchText) {
    super(text.message)
    this.kind = data.kind
    this.call_index = data.call_index
    this.event_index = data.event_index
    this.field_path = data.field_path
    this.recorded = data.recorded
    this.incoming = data.incoming
    this.provider = data.provider
    this.dialect = data.dialect
    this.model = data.model
    this.digests = data.digests
    this.candidates = data.candidates
    this.preceding = data.preceding
    this.requests = data.requests
    this.unused = data.unused
    this.forgivable = data.forgivable
    this.volatile = data.volatile
    this.cassette = data.cassette
    this.config = data.config
    this.command = data.command
    if (text.expected !== undefined && text.actual !== undefined) {
      // Writable: Vitest puts its own rendering in their place before it prints them.
      Object.assign(this, { expected: text.expected, actual: text.actual })
    }
  }

  /**
   * What runners print and send between processes: the text, not the whole requests, which Vitest would otherwise list
   * below the stack, field by field.
   */
  toJSON(): Record<string, unknown> {
    const { name, message, stack, expected, actual } = this
    const diff = (this as { diff?: unknown }).diff
    return {
      name,
      message,
      stack,
      ...(diff === undefined ? {} : { diff }),
      ...(expected === undefined ? {} : { expected, actual }),
    }
  }
}
