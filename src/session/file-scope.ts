import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { discardTake } from '../cassette/discard-take.ts'
import { RECORDINGS_FOLDER } from '../cassette/path.ts'
import { realFile } from '../cassette/real-file.ts'
import type { TestOptions } from '../config/config.ts'
import type { Project } from '../config/locate.ts'
import type { Runner } from '../runners/runner.ts'
import { atNeed } from './load-at-need.ts'
import { Session, type SessionTest } from './session.ts'
import type { Tally } from './tally.ts'

/** What the last run remembers of a test; see last-run.ts. */
export type TestVerdict = 'fine' | 'mismatch' | 'no_recording'

/** One test file in one worker: its sessions, and what fails the file rather than a test. */
export class FileScope {
  /** Absolute, as the runner knows it. */
  readonly path: string
  readonly runner: Runner
  /** Calls from module scope and `beforeAll`. */
  readonly session: Session
  /** Attempts whose body runs right now. */
  readonly running = new Set<Session>()
  /** Settings made at module scope. */
  options: TestOptions = {}
  /** What each test that ran came to, by cassette path; the last attempt counts. */
  readonly verdicts = new Map<string, TestVerdict>()
  /** The newest take of each cassette, and how many attempts made one. */
  readonly #takes = new Map<string, { path: string | null; attempts: number }>()
  /** What became of the calls of each test, by cassette path. */
  readonly #tallies = new Map<string, Tally>()
  readonly #hadCassettes = new Map<string, boolean>()
  readonly #failures: Error[] = []
  readonly #notices = new Set<string>()
  #realPath: string | null = null
  #project: Project | null = null
  #hasRecordings: boolean | null = null
  #ended = false

  constructor(path: string, runner: Runner) {
    this.path = path
    this.runner = runner
    this.session = new Session(this, { suitePath: [], name: null, occurrence: 0 })
  }

  /** Where recordings stand beside: the file itself, where the runner's path is a link to it. */
  get realPath(): string {
    this.#realPath ??= realFile(this.path)
    return this.#realPath
  }

  /** Found at first need: most test files never call a model. */
  get project(): Project {
    this.#project ??= atNeed().locateProject(dirname(this.realPath))
    return this.#project
  }

  /** Whether the file has a recordings folder, as it was when first asked. */
  get hasRecordings(): boolean {
    this.#hasRecordings ??= this.#mayHaveRecordings && existsSync(this.recordingsFolder)
    return this.#hasRecordings
  }

  /** Absolute. In a workspace with a config, asking for it reads that config. */
  get recordingsFolder(): string {
    return join(dirname(this.realPath), atNeed().recordingsFolder(this.realPath, this.#projectInPath))
  }

  /** Whether any project has recordings of the file. The config, which knows whose count, is not read for a file without. */
  get #mayHaveRecordings(): boolean {
    const name = basename(this.realPath)
    const folder = join(dirname(this.realPath), RECORDINGS_FOLDER)
    if (existsSync(join(folder, name))) return true
    if (this.runner.project === null || !existsSync(folder)) return false
    return readdirSync(folder).some((other) => other.startsWith(`${name} @`))
  }

  /** The project's name, where the config asks for it in the paths. */
  get #projectInPath(): string | undefined {
    const { project } = this.runner
    return project !== null && atNeed().wantsProjectInPath(this.project) ? project : undefined
  }

  get failures(): readonly Error[] {
    return this.#failures
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Absolute path of the cassette of a session of this file. */
  cassetteOf(session: Session): string {
    const { suitePath, name, occurrence } = session.test
    const project = this.#projectInPath
    const relative =
      name === null
        ? atNeed().fileSessionPath(this.realPath, project)
        : atNeed().cassettePath({ file: this.realPath, suitePath, name, occurrence, project })
    return join(dirname(this.realPath), relative)
  }

  /**
   * Whether a cassette was there when it was first asked about: before the first attempt of its test. What an attempt adopts
   * is no recording to its retries, of which the last one counts.
   */
  hadCassette(path: string): boolean {
    const had = this.#hadCassettes.get(path) ?? existsSync(path)
    this.#hadCassettes.set(path, had)
    return had
  }

  open(test: SessionTest): Session {
    const session = new Session(this, test)
    session.options = { ...this.options }
    this.running.add(session)
    return session
  }

  /** Fails the file; after its end the process, as an unhandled error that every runner reports. */
  fail(error: Error): void {
    if (this.#ended)
      queueMicrotask(() => {
        throw error
      })
    else this.#failures.push(error)
  }

  /**
   * Counts the attempts that record a cassette, from 1. The take that an earlier attempt left is removed: of retries and
   * repeats the last one counts.
   */
  attemptOf(cassettePath: string): number {
    const before = this.#takes.get(cassettePath)
    if (before?.path) discardTake(before.path)
    const attempts = (before?.attempts ?? 0) + 1
    this.#takes.set(cassettePath, { path: null, attempts })
    return attempts
  }

  /** Remembers the take that an attempt left. */
  keepTake(cassettePath: string, path: string): void {
    this.#takes.set(cassettePath, { attempts: this.#takes.get(cassettePath)?.attempts ?? 1, path })
  }

  /** The tally of a test over its attempts; `null` where it has made no call and has no recording. */
  tallyOf(session: Session): Tally | null {
    if (this.#tallies.size === 0) return null
    return this.#tallies.get(this.cassetteOf(session)) ?? null
  }

  /** Opens the tally of a test for a new attempt: counts go on, findings start afresh. */
  openTally(cassettePath: string, mode: string): Tally {
    const { root } = this.project
    const cassette = relative(root, cassettePath).replaceAll('\\', '/')
    const tally = this.#tallies.get(cassettePath) ?? atNeed().emptyTally(root, cassette)
    Object.assign(tally, {
      mode,
      no_recording: false,
      unused: 0,
      read_at: null,
      recorded_at: null,
      outside_state: [],
      take: null,
    })
    this.#tallies.set(cassettePath, tally)
    return tally
  }

  /** True the first time it is asked about a notice, so that each is shown once a file. */
  announces(notice: string): boolean {
    if (this.#notices.has(notice)) return false
    this.#notices.add(notice)
    return true
  }

  end(): void {
    this.#ended = true
  }
}
