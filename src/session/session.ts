import type { TestOptions } from '../config/config.ts'
import type { FileScope } from './file-scope.ts'

/** Which test a session stands for. A file's own session has no name. */
export interface SessionTest {
  /** Names of the enclosing `describe` blocks, outermost first. */
  suitePath: readonly string[]
  /** `null` for the file's own session. */
  name: string | null
  /** How many tests of the same full name were declared before this one. */
  occurrence: number
}

/** How the body of an attempt ended. One that skipped itself half-way says nothing about its recording. */
export type AttemptOutcome = 'passed' | 'failed_assertion' | 'failed' | 'skipped'

/**
 * One test attempt, or the hooks and module scope of a file: open while its code may call, ended afterwards. This is the
 * light half, made for every test; what a session needs once it makes a call is in `work`, which the engine owns.
 */
export class Session {
  readonly file: FileScope
  readonly test: SessionTest
  /** Settings of the test and its suites, the innermost last. */
  options: TestOptions = {}
  /** The engine's half; `null` until the first call. */
  work: unknown = null
  /** Told of each failure while the session is open. */
  onFailure: ((error: Error) => void) | null = null
  #phase: 'open' | 'ended' = 'open'
  #calls = 0
  #id: string | null = null
  readonly #failures: Error[] = []

  constructor(file: FileScope, test: SessionTest) {
    this.file = file
    this.test = test
  }

  /** Tells sessions apart where their context travels by other means. Few need one, and `node:crypto` costs 2 ms. */
  get id(): string {
    this.#id ??= process.getBuiltinModule('node:crypto').randomUUID()
    return this.#id
  }

  /** Whether the test had a recording before its first attempt in this run. */
  get hadCassette(): boolean {
    return this.file.hadCassette(this.file.cassetteOf(this))
  }

  get ended(): boolean {
    return this.#phase === 'ended'
  }

  /** Calls made so far. */
  get calls(): number {
    return this.#calls
  }

  /** What makes the attempt fail whatever its code did with it, first failure first. */
  get failures(): readonly Error[] {
    return this.#failures
  }

  /** For messages: `weather agent > calls the tool`, or `(hooks and module scope)`. */
  get title(): string {
    return this.test.name === null
      ? '(hooks and module scope)'
      : [...this.test.suitePath, this.test.name].join(' > ')
  }

  /** Takes the next call index. Calls count in the order in which they were made, not answered. */
  nextCall(): number {
    if (this.ended) throw new Error(`the session of ${this.title} has ended; it takes no more calls`)
    return this.#calls++
  }

  /** Makes the attempt fail when its body ends; once it has ended, the file. */
  fail(error: Error): void {
    if (this.ended) this.file.fail(error)
    else {
      this.#failures.push(error)
      this.onFailure?.(error)
    }
  }

  /** No call is taken from here on. Ending twice is a fault of the caller. */
  end(): void {
    if (this.ended) throw new Error(`the session of ${this.title} has ended already`)
    this.#phase = 'ended'
  }
}
