import { RetakeError } from './retake-error.ts'

/** The config cannot be read, or an option in it is wrong. Every model call it concerns is refused with this error. */
export class ConfigError extends RetakeError {
  readonly code = 'RETAKE_CONFIG'
  /** Absolute path of the config file; `null` for options given in code. */
  readonly path: string | null
  /** The option that is wrong, such as `providers[0].hosts`; `null` where the file cannot be read at all. */
  readonly option: string | null

  constructor(data: { path: string | null; option?: string | null; reason: string; cause?: unknown }) {
    const where = [data.path, data.option].filter(Boolean).join(': ')
    super(`${where}${where ? ' ' : ''}${data.reason}`, { cause: data.cause })
    this.path = data.path
    this.option = data.option ?? null
  }
}
