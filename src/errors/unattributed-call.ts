import { RetakeError } from './retake-error.ts'

/** A model call that belongs to no running test. It is refused and fails the file, since guessing would mix recordings. */
export class UnattributedCall extends RetakeError {
  readonly code = 'RETAKE_UNATTRIBUTED_CALL'
  readonly url: string
  readonly reason: 'detached' | 'ambiguous'

  constructor(data: { url: string; reason: 'detached' | 'ambiguous'; tests: readonly string[] }) {
    super(
      data.reason === 'detached'
        ? `a model call to ${data.url} was made after its test had ended: ${data.tests[0]}\n` +
            '  Await it inside the test, or stop the work that makes it when the test ends.'
        : `a model call to ${data.url} was made outside the async context of any test, and ${data.tests.length} tests run\n` +
            `  It could belong to: ${data.tests.slice(0, 3).join('; ')}. Run these tests one after another (test.sequential).`,
    )
    this.url = data.url
    this.reason = data.reason
  }
}
