import type { RecordedRequest } from '../cassette/records.ts'
import type { JsonValue } from '../json/value.ts'
import type { IgnoreName } from './ignore/names.ts'

/** The first place where two requests part. The same pair always gives the same place: keys sorted, arrays by index. */
export interface Difference {
  /**
   * Path syntax of json/path.ts. Body fields stand bare (`messages[2].content`); the rest of a request is `method`,
   * `url.host`, `url.path`, `url.query.NAME`, `headers.NAME`; a body that is no JSON is `body`. A top-level body key that
   * equals one of these four words is written with `body.` before it.
   */
  field_path: string
  /** `undefined`: not there on this side. */
  recorded: JsonValue | undefined
  incoming: JsonValue | undefined
}

/**
 * Where test and recording part:
 * - `changed`: an unused recorded call is close, but differs;
 * - `no_recording`: the test has no cassette;
 * - `past_end`: every recorded call is used up; one call more was made;
 * - `out_of_order`: the request equals a recorded call, but not the next one (`order: 'strict'`);
 * - `unused`: recorded calls that the test never made;
 * - `abort_expected`: the recording ends where the client aborted, and this client reads on.
 */
export type MismatchKind =
  | 'changed'
  | 'no_recording'
  | 'past_end'
  | 'out_of_order'
  | 'unused'
  | 'abort_expected'

/** One recorded call a request was compared with, closest first. */
export interface Candidate {
  call_index: number
  field_path: string
  /** How many leaf values differ, counted up to 1,000. */
  differences: number
}

/** A piece of text that a ready-made ignore rule would have set aside. */
export interface VolatilePiece {
  rule: IgnoreName
  recorded: string
  incoming: string
}

/** Everything a mismatch says, as data. Already redacted. Text is made from it in report/mismatch-text.ts. */
export interface MismatchData {
  kind: MismatchKind
  /** The recorded call it is about; for `past_end` the index the new call would have had. */
  call_index: number
  /** The event at which an `abort_expected` stopped, else `null`. */
  event_index: number | null
  field_path: string
  recorded: JsonValue | undefined
  incoming: JsonValue | undefined
  provider: string
  dialect: string
  model: string | null
  digests: { recorded: string | null; incoming: string | null }
  candidates: Candidate[]
  /** Indexes of the calls this attempt had replayed before, in the order they were made. */
  preceding: number[]
  /** The two whole requests compared, where there are two: the text names fields with their help. */
  requests: { recorded: RecordedRequest | null; incoming: RecordedRequest | null }
  /** For `unused`: every recorded call that was never made. */
  unused: number[]
  /** Ready-made ignore rules, not yet on, that together would have forgiven a `changed`; empty where none would. */
  forgivable: IgnoreName[]
  /** What they would have set aside, in reading order; at most 20. Empty where it is no text. */
  volatile: VolatilePiece[]
  cassette: {
    /** Relative to the project's root, forward slashes. */
    path: string
    /** `null` where there is no cassette. */
    calls: number | null
    /** ISO 8601; `null` where there is no cassette. */
    recorded_at: string | null
    /** The test that the cassette names, where it is not the one that reads it; else `null`. */
    other_test: string | null
    /** Where the recorded call is to be read, `path:line`: its transcript, else the cassette. `null` where there is none. */
    read_at: string | null
  }
  /** The file name of the config that is in force, `null` where the project has none. */
  config: string | null
  /** The shell command that records exactly this test again (or for the first time); `null` where none is known. */
  command: string | null
}
