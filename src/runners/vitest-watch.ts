import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Vitest } from 'vitest/node'
import { CASSETTE_EXTENSION, RECORDINGS_FOLDER } from '../cassette/path.ts'
import { NO_FILE, stampOf } from '../cassette/stamp.ts'

/** What a run did to a cassette. */
export interface RunOnCassette {
  /** Absolute. */
  cassette: string
  /** The mode in which its test ran. */
  mode: string
}

/** Vitest instances that have begun a run. They outlive a restart of the server, which makes everything else anew. */
const begun = new WeakSet<Vitest>()

/** A cassette's path: the folder of the test file, the name of the test file. */
const cassette = new RegExp(
  `^(.*)[\\\\/]${RECORDINGS_FOLDER}[\\\\/]([^\\\\/]+)[\\\\/].*\\${CASSETTE_EXTENSION}$`,
)

/**
 * The main process's half of watch mode: knows the first run from reruns, and has a test file run again when one of its
 * cassettes was changed from outside: recorded in another terminal, accepted, checked out. What a run of this watcher
 * recorded itself starts no further run.
 */
export class VitestWatch {
  readonly #vitest: Vitest
  #isRerun: boolean
  #isRunning = false
  /** Cassettes that were changed during a run; whether by the run itself is known at its end. */
  readonly #changed = new Set<string>()
  /** Stamps of cassettes as runs of this watcher left them. */
  readonly #left = new Map<string, string>()

  constructor(vitest: Vitest) {
    this.#vitest = vitest
    this.#isRerun = begun.has(vitest)
    if (vitest.config.watch) this.#watchCassettes()
  }

  /** Whether the run at hand, or the next one, is a rerun of watch mode. */
  get isRerun(): boolean {
    return this.#isRerun
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  begin(): void {
    this.#isRunning = true
    this.#isRerun = this.#vitest.config.watch && begun.has(this.#vitest)
    begun.add(this.#vitest)
  }

  /** @param cassettes those of all tests of the run that have one, or made calls */
  end(cassettes: readonly RunOnCassette[]): void {
    this.#isRunning = false
    const written = cassettes.filter(({ mode }) => mode !== 'replay').map((entry) => entry.cassette)
    for (const path of written) this.#left.set(path, stamp(path))
    const changed = [...this.#changed].filter((path) => this.#left.get(path) !== stamp(path))
    this.#changed.clear()
    // Once this run is over: Vitest starts no other before it.
    for (const path of changed) setImmediate(() => this.#vitest.vite.watcher.emit('change', path))
  }

  #watchCassettes(): void {
    const { config, vite } = this.#vitest
    config.watchTriggerPatterns = [
      ...(config.watchTriggerPatterns ?? []),
      { pattern: cassette, testsToRun: (path) => this.#testFilesOf(path) },
    ]
    // Vitest asks no pattern about files that are gone.
    vite.watcher.on('unlink', (path: string) => {
      if (cassette.test(path)) vite.watcher.emit('change', path)
    })
  }

  #testFilesOf(path: string): string[] | undefined {
    const [, folder, name] = cassette.exec(path) ?? []
    if (folder === undefined || name === undefined) return undefined
    const own = join(path)
    if (this.#isRunning) {
      this.#changed.add(own)
      return undefined
    }
    if (this.#left.get(own) === stamp(own)) return undefined
    // A project's name may follow that of the test file.
    const testFile = [name, name.replace(/ @[^@]*$/, '')]
      .map((file) => join(folder, file))
      .find((file) => existsSync(file))
    return testFile === undefined ? undefined : [testFile.replaceAll('\\', '/')]
  }
}

function stamp(path: string): string {
  try {
    return stampOf(path)
  } catch {
    return NO_FILE
  }
}
