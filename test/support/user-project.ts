import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../../scripts/pack.ts'
import { packedRetake } from './packed.ts'

/** What a command of a user's project did. */
export interface CommandResult {
  /** Exit code; 128 + n where a signal ended it. */
  code: number
  stdout: string
  stderr: string
  /** Both together, as they came, without colours. */
  output: string
  /** As `output`, with whatever control characters came. */
  raw: string
  /** Milliseconds of real time. */
  ms: number
}

export interface RunOptions {
  /** Added to a bare environment: no keys, no `RETAKE`, no `CI`. */
  env?: Record<string, string>
  /** Milliseconds; a command that runs longer is killed. Default 60,000. */
  timeout?: number
  /** Relative to the project. */
  cwd?: string
}

/** A temporary project with the packed package installed, run as its user would run it. Remove it with `remove()`. */
export class UserProject {
  /** Absolute, symlinks resolved. */
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /**
   * @param files path → content. A `vitest.config.ts` with `setupFiles: ['retake/vitest']` and a `package.json` are
   * there unless given.
   */
  static async create(files: Record<string, string>): Promise<UserProject> {
    const project = new UserProject(realpathSync(mkdtempSync(join(tmpdir(), 'retake-user-'))))
    const { folder } = project
    const modules = join(folder, 'node_modules')
    mkdirSync(join(modules, '.bin'), { recursive: true })
    // Each package of the repository is linked by itself, so that `retake` can be the packed one.
    for (const name of readdirSync(join(root, 'node_modules')))
      if (!name.startsWith('.') && name !== 'retake')
        symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction')
    for (const name of readdirSync(join(root, 'node_modules', '.bin')))
      if (name !== 'retake')
        symlinkSync(join(root, 'node_modules', '.bin', name), join(modules, '.bin', name))
    cpSync(await packedRetake(), join(modules, 'retake'), { recursive: true })
    symlinkSync('../retake/dist/cli.js', join(modules, '.bin', 'retake'))
    project.write({ ...standardFiles, ...files })
    return project
  }

  write(files: Record<string, string>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true })
      writeFileSync(join(this.folder, path), content)
    }
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  exists(path: string): boolean {
    return existsSync(join(this.folder, path))
  }

  removeFile(path: string): void {
    rmSync(join(this.folder, path))
  }

  path(path: string): string {
    return join(this.folder, path)
  }

  /** All files but those of `node_modules`, relative, forward slashes, sorted. */
  files(below = '.'): string[] {
    const start = join(this.folder, below)
    if (!existsSync(start)) return []
    return readdirSync(start, { withFileTypes: true })
      .flatMap((entry) => {
        const path = relative(this.folder, join(start, entry.name)).replaceAll('\\', '/')
        // What is installed there belongs to the repository, and may change while a project is looked at.
        if (entry.name === 'node_modules') return []
        return statSync(join(this.folder, path)).isDirectory() ? this.files(path) : [path]
      })
      .sort()
  }

  /** Paths of all cassettes. */
  cassettes(): string[] {
    return this.files().filter((name) => name.includes('__recordings__/') && name.endsWith('.jsonl'))
  }

  /** Runs `vitest run` with further arguments. */
  vitest(args: string[] = [], options: RunOptions = {}): Promise<CommandResult> {
    return this.run(['vitest', 'run', ...args], options)
  }

  /** Runs a command of the project's `node_modules/.bin`, or any other program. */
  run([program = '', ...args]: string[], options: RunOptions = {}): Promise<CommandResult> {
    return this.#spawn(program, args, false, options)
  }

  /** Runs a command line by the shell, as a user who pastes it. `npx` finds the project's own binaries. */
  shell(line: string, options: RunOptions = {}): Promise<CommandResult> {
    return this.#spawn(line, [], true, options)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #spawn(program: string, args: string[], shell: boolean, options: RunOptions): Promise<CommandResult> {
    const started = performance.now()
    const child = spawn(program, args, {
      cwd: join(this.folder, options.cwd ?? '.'),
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...bareEnvironment(this.folder), ...options.env },
      detached: true,
    })
    const result = { stdout: '', stderr: '', output: '', raw: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        result[stream] += stripVTControlCharacters(text)
        result.output += stripVTControlCharacters(text)
        result.raw += text
      })
    const timer = setTimeout(
      () => child.pid && process.kill(-child.pid, 'SIGKILL'),
      options.timeout ?? 60_000,
    )
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => {
        clearTimeout(timer)
        resolve({ ...result, code: code ?? 137, ms: performance.now() - started })
      })
    })
  }
}

const standardFiles = {
  'package.json': JSON.stringify({ name: 'user-project', private: true, type: 'module' }),
  'vitest.config.ts': [
    "import { defineConfig } from 'vitest/config'",
    "export default defineConfig({ test: { setupFiles: ['retake/vitest'] } })",
    '',
  ].join('\n'),
}

/** The environment of a user's shell in a project: no keys, no `RETAKE`, no `CI`. */
export function bareEnvironment(folder: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { NO_COLOR: '1', HOME: process.env.HOME ?? folder }
  for (const name of ['SystemRoot', 'ComSpec', 'PATHEXT', 'TMPDIR', 'TEMP', 'TMP', 'LANG'])
    if (process.env[name] !== undefined) env[name] = process.env[name]
  const separator = process.platform === 'win32' ? ';' : ':'
  env.PATH = [join(folder, 'node_modules', '.bin'), process.env.PATH].join(separator)
  return env
}
