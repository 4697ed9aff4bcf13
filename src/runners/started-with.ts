import { readFileSync } from 'node:fs'

/** What Vitest was started with, as it was written; `null` where a flag was not given. */
export interface StartFlags {
  config: string | null
  root: string | null
}

/**
 * The flags of the command that started Vitest; `null` where the system does not tell. Workers are not told, so the command
 * line of this process (threads) or its parent (forks) is read, and else the npm script that runs.
 */
export function startFlags(env: NodeJS.ProcessEnv): StartFlags | null {
  const script = (env.npm_lifecycle_script ?? '').split(/\s+/)
  for (const words of [commandOf('self'), commandOf(String(process.ppid)), script]) {
    if (words.some((word) => /(?:^|[\\/])vitest(?:\.mjs)?$/.test(word)))
      return { config: flagIn(words, '--config', '-c'), root: flagIn(words, '--root', '-r') }
  }
  return null
}

/** The value of a flag among the words of a command, in any of its spellings. */
export function flagIn(words: readonly string[], ...spellings: string[]): string | null {
  for (const [at, word] of words.entries()) {
    for (const spelling of spellings) {
      if (word.startsWith(`${spelling}=`)) return word.slice(spelling.length + 1)
      const next = words[at + 1]
      if (word === spelling && next && !next.startsWith('-')) return next
    }
  }
  return null
}

/** Linux only; elsewhere there is no such file. */
function commandOf(process: string): string[] {
  try {
    return readFileSync(`/proc/${process}/cmdline`, 'utf8').split('\0').filter(Boolean)
  } catch {
    return []
  }
}
