import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Mode } from '../config/mode.ts'

/** How each package manager runs a command of the project. */
const launchers: Record<string, string> = {
  npm: 'npx',
  pnpm: 'pnpm exec',
  yarn: 'yarn',
  bun: 'bunx',
}

const lockFiles: Record<string, string> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
}

/** Words that need no quotes in any shell. */
const plainWord = /^[\w./:@=+-]+$/

/** What sh and PowerShell act upon between double quotes. Paths may hold it: `routes/$id.test.ts`. */
const actsInQuotes = /["$`!]/

/**
 * The command line that runs a test command in a mode: `npx retake record -- npx vitest run a.test.ts -t "^…$"`. It works
 * as it stands in sh, cmd.exe and PowerShell: words are double-quoted, and the runner has seen to what is inside of test
 * names. Only a path that holds `$` or its like is single-quoted, which cmd.exe does not know.
 */
export function commandLine(
  mode: Mode,
  words: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
): string {
  const launcher = launchers[packageManager(folder, env)] as string
  return `${launcher} retake ${mode} -- ${launcher} ${words.map(quote).join(' ')}`
}

/** The command line of a command of Retake's own: `npx retake accept`. */
export function toolCommand(command: string, folder: string, env: NodeJS.ProcessEnv): string {
  return `${launchers[packageManager(folder, env)]} retake ${command}`
}

function quote(word: string): string {
  if (plainWord.test(word)) return word
  if (!actsInQuotes.test(word.replace(/\$$/, ''))) return `"${word}"`
  return `'${word.replaceAll("'", process.platform === 'win32' ? "''" : "'\\''")}'`
}

/** The package manager that started this process, else the one whose lock file is nearest, else npm. */
export function packageManager(folder: string, env: NodeJS.ProcessEnv): string {
  const agent = env.npm_config_user_agent?.split('/', 1)[0] ?? ''
  if (agent in launchers) return agent
  for (let at = folder; ; at = dirname(at)) {
    for (const [file, manager] of Object.entries(lockFiles)) if (existsSync(join(at, file))) return manager
    if (dirname(at) === at) return 'npm'
  }
}
