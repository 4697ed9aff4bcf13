import { type ChildProcess, spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { bareEnvironment, type UserProject } from './user-project.ts'

/** How long something is waited for, in milliseconds: another process works on two cores with others. */
const patience = 60_000

export interface WatcherOptions {
  env: Record<string, string>
  /** Arguments after `vitest --watch`. */
  args?: string[]
  /** In a pseudo terminal, where keys can be pressed; by `script` of util-linux. */
  terminal?: boolean
}

/** `vitest --watch` in a user's project, running. Stop it with `stop()`. */
export class Watcher {
  readonly #child: ChildProcess
  #raw = ''
  /** Where in the text the last thing that was waited for ended. */
  #seen = 0

  constructor(user: UserProject, { env, args = [], terminal = false }: WatcherOptions) {
    const line = ['vitest', '--watch', ...args].join(' ')
    // One pipe for both streams: of two, the later text may be read first.
    const command = terminal
      ? `script --quiet --flush --return --command "${line}" /dev/null`
      : `${line} 2>&1`
    this.#child = spawn(command, {
      shell: true,
      cwd: user.folder,
      env: {
        ...bareEnvironment(user.folder),
        ...(terminal && { NO_COLOR: undefined, TERM: 'xterm' }),
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#raw += text
      })
  }

  /** All output so far, without control characters. */
  get output(): string {
    return stripVTControlCharacters(this.#raw).replaceAll('\r', '')
  }

  get raw(): string {
    return this.#raw
  }

  /** Waits for text that comes after what was waited for before, and returns everything in between, it included. */
  async until(pattern: RegExp): Promise<string> {
    const start = Date.now()
    for (;;) {
      const text = this.output.slice(this.#seen)
      const found = pattern.exec(text)
      if (found) {
        this.#seen += found.index + found[0].length
        return text.slice(0, found.index + found[0].length)
      }
      if (Date.now() - start > patience)
        throw new Error(`the watcher never printed ${pattern} after what came before:\n${text}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Waits until a run has ended, and returns what it printed. */
  run(): Promise<string> {
    return this.until(/Waiting for file changes\.\.\.|Watching for file changes\.\.\./)
  }

  /** What is printed within some milliseconds after what was waited for before. */
  async within(ms: number): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return this.output.slice(this.#seen)
  }

  press(key: string): void {
    this.#child.stdin?.write(key)
  }

  async stop(): Promise<void> {
    const { pid, exitCode } = this.#child
    if (pid === undefined || exitCode !== null) return
    const ended = new Promise((resolve) => this.#child.on('close', resolve))
    process.kill(-pid, 'SIGKILL')
    await ended
  }
}
