import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { hasColor } from './print.ts'

const root = path.resolve(import.meta.dirname, '../..')
const isWindows = process.platform === 'win32'

export interface Ran {
  code: number
  /** Standard output and error as they came. */
  output: string
}

/** The demo's project, in a folder of its own, with the package that was just built installed in it. */
export class DemoProject {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'retake-demo-')))

  constructor() {
    cpSync(path.join(import.meta.dirname, 'project'), this.folder, { recursive: true })
    const modules = path.join(this.folder, 'node_modules')
    mkdirSync(path.join(modules, '.bin'), { recursive: true })
    for (const name of readdirSync(path.join(root, 'node_modules')))
      if (!name.startsWith('.'))
        symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name), 'junction')
    for (const part of ['package.json', 'dist'])
      cpSync(path.join(root, part), path.join(modules, 'retake', part), { recursive: true })
    this.#linkBinary('retake', 'retake/dist/cli.js')
    this.#linkBinary('vitest', 'vitest/vitest.mjs')
  }

  /** Runs a command line by the shell, in a bare environment: no keys but those given. */
  run(line: string, env: Record<string, string>, preload?: string): Promise<Ran> {
    const options = preload ? { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` } : {}
    const child = spawn(line, {
      cwd: this.folder,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...this.#environment(), ...options, ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve({ code: code ?? 1, output }))
    })
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8')
  }

  /** Changes a text in a file; there must be one. */
  edit(file: string, from: string, to: string): void {
    const before = this.read(file)
    if (!before.includes(from)) throw new Error(`${file} does not say: ${from}`)
    writeFileSync(path.join(this.folder, file), before.replace(from, to))
  }

  /** Files below a folder, sorted, paths relative to the project and with `/`. */
  files(folder: string): string[] {
    return readdirSync(path.join(this.folder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.folder, path.join(entry.parentPath, entry.name)))
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #linkBinary(name: string, target: string): void {
    const place = path.join(this.folder, 'node_modules', '.bin', name)
    if (isWindows) writeFileSync(`${place}.cmd`, `@node "%~dp0..\\${target.replaceAll('/', '\\')}" %*\r\n`)
    else symlinkSync(`../${target}`, place)
  }

  #environment(): NodeJS.ProcessEnv {
    const env: NodeJS.ProcessEnv = { npm_config_update_notifier: 'false' }
    const kept = [
      'PATH',
      'Path',
      'HOME',
      'USERPROFILE',
      'SystemRoot',
      'ComSpec',
      'PATHEXT',
      'TEMP',
      'TMP',
      'TMPDIR',
    ]
    for (const name of [...kept, 'LANG', 'APPDATA', 'TERM'])
      if (process.env[name] !== undefined) env[name] = process.env[name]
    return { ...env, ...(hasColor ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) }
  }
}
