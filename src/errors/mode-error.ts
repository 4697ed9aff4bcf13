import { closestWord } from '../text/closest-word.ts'
import { RetakeError } from './retake-error.ts'

/** A mode that does not exist was asked for. Nothing runs, since guessing might call a live model. */
export class ModeError extends RetakeError {
  readonly code = 'RETAKE_MODE'
  /** What named the mode: `RETAKE`, or a config file. */
  readonly source: string
  readonly given: string
  readonly modes: readonly string[]

  constructor(data: { source: string; given: string; modes: readonly string[] }) {
    const near = closestWord(data.given.trim().toLowerCase(), data.modes)
    const hint = near ? ` Did you mean ${near}?` : ''
    super(`${data.source}=${data.given} is no mode.${hint} Modes: ${data.modes.join(', ')}`)
    this.source = data.source
    this.given = data.given
    this.modes = data.modes
  }
}
