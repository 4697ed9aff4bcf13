import { RetakeError } from './retake-error.ts'

/** A provider definition that cannot be used: thrown by `defineProvider` and while the config is read. */
export class ProviderError extends RetakeError {
  readonly code = 'RETAKE_PROVIDER'
  /** The field at fault, such as `hosts[0]`. */
  readonly field: string
  readonly value: unknown

  constructor(field: string, value: unknown, problem: string) {
    super(`defineProvider: ${field} ${problem}`)
    this.field = field
    this.value = value
  }
}
