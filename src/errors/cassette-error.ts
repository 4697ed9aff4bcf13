import { RetakeError } from './retake-error.ts'

/**
 * What is wrong with a cassette, as a word for programs:
 * - `missing`, `unreadable`: there is no such file, or the system does not let it be read;
 * - `empty`, `truncated`: nothing in it, or no seal at its end;
 * - `conflict`: git's conflict markers stand in it; `line_endings`: CRLF; `encoding`: no UTF-8;
 * - `json`, `line`: a line that is no JSON object, or not of the form its type asks for;
 * - `format`, `capability`: written by another version, or needs what this one does not know;
 * - `side_file`: a file that it refers to is missing or is not the one that was recorded;
 * - `order`, `count`, `delta`, `chain`, `seal`, `signature`: the lines are each well formed but do not belong together.
 */
export type CassetteFault =
  | 'missing'
  | 'unreadable'
  | 'empty'
  | 'truncated'
  | 'conflict'
  | 'line_endings'
  | 'encoding'
  | 'json'
  | 'line'
  | 'format'
  | 'capability'
  | 'order'
  | 'count'
  | 'delta'
  | 'chain'
  | 'seal'
  | 'signature'
  | 'side_file'

export interface CassetteProblem {
  /** Absolute path of the file. */
  path: string
  /** The path as the message shows it: relative to the project where possible. */
  shown: string
  /** Line of the file, from 1; `null` where the problem is the file as a whole. */
  line: number | null
  /** The call it concerns, from 0; `null` outside calls. */
  call_index: number | null
  fault: CassetteFault
  /** What is wrong, in one line, continuing the path. */
  reason: string
  /** What to do now. */
  advice: string
}

/** A cassette that cannot be read, or cannot be trusted. No text of the file stands in its message. */
export class CassetteError extends RetakeError {
  readonly code = 'RETAKE_CASSETTE'
  readonly path: string
  readonly line: number | null
  readonly call_index: number | null
  readonly fault: CassetteFault
  readonly reason: string
  readonly advice: string

  constructor(problem: CassetteProblem, options?: ErrorOptions) {
    super(`${sentence(problem)}\n  ${problem.advice}`, options)
    this.path = problem.path
    this.line = problem.line
    this.call_index = problem.call_index
    this.fault = problem.fault
    this.reason = problem.reason
    this.advice = problem.advice
  }
}

const saysWhere: ReadonlySet<CassetteFault> = new Set(['missing', 'unreadable', 'empty', 'truncated'])

function sentence({ shown, line, call_index, fault, reason }: CassetteProblem): string {
  if (saysWhere.has(fault) || line === null) return `${shown} ${reason}`
  return `${shown}, line ${line}${call_index === null ? '' : ` (call ${call_index})`}: ${reason}`
}
