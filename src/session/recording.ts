import { relative } from 'node:path'
import { stampOf } from '../cassette/stamp.ts'
import { TakeWriter } from '../cassette/take.ts'
import { REDACTION_VERSION } from '../redact/redactor.ts'
import { fingerprint } from './fingerprint.ts'
import type { Session } from './session.ts'

/** Milliseconds of real time that a finished test's unread answers are waited for. */
const patience = 1_000

/** A call whose answer is still arriving. */
export interface OpenCall {
  /** Settles when the call's end is in the take. */
  done: Promise<void>
  /** Cuts the call off: nobody will read the rest. */
  abandon(): void
}

/** What a session records: its take, and the calls that are still under way. */
export class Recording {
  readonly take: TakeWriter
  readonly #open = new Set<OpenCall>()

  /** @param recordedAt by the real clock: a test may have faked its own */
  constructor(session: Session, cassettePath: string, recordedAt: Date) {
    const { file, test } = session
    this.take = new TakeWriter({
      root: file.project.root,
      cassettePath,
      header: {
        redaction: REDACTION_VERSION,
        test: {
          file: relative(file.project.root, file.realPath).replaceAll('\\', '/'),
          name: test.name === null ? null : [...test.suitePath, test.name],
        },
        recorded_at: recordedAt.toISOString(),
        fingerprint,
      },
      attempt: file.attemptOf(cassettePath),
      expectBefore: stampOf(cassettePath),
    })
  }

  /** Keeps a call in mind until it has ended. */
  add(call: OpenCall): void {
    this.#open.add(call)
    void call.done.finally(() => this.#open.delete(call))
  }

  /** Waits a moment for answers that are still arriving, then cuts them off: they end as the client left them. */
  async settle(
    setTimeout: typeof globalThis.setTimeout,
    clearTimeout: typeof globalThis.clearTimeout,
  ): Promise<void> {
    if (this.#open.size === 0) return
    let timer: NodeJS.Timeout | undefined
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    await Promise.race([Promise.all([...this.#open].map((call) => call.done)), waited])
    clearTimeout(timer)
    const left = [...this.#open]
    for (const call of left) call.abandon()
    await Promise.all(left.map((call) => call.done))
  }
}
