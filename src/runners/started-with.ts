import { readFileSync } from 'node:fs'

/**
 * The config file that Vitest was started with by `--config`, as it was written; `null` where none was, or where the system
 * does not tell. Workers are not told, so the command line of this process (threads) or its parent (forks) is read, and
 * else the npm script that runs.
 */
export function vitestConfigFlag(env: NodeJS.ProcessEnv): string | null {
  for (const words of [commandOf('self'), commandOf(String(process.ppid))]) {
    if (words.some((word) => /[\\/]vitest(?:\.mjs)?$|^vitest$/.test(word))) return configIn(words)
  }
  return configIn((env.npm_lifecycle_script ?? '').split(/\s+/))
}

/** The value of `--config` or `-c` among the words of a command. */
export function configIn(words: readonly string[]): string | null {
  for (const [at, word] of words.entries()) {
    const joined = /^(?:--config|-c)=(.+)$/.exec(word)?.[1]
    if (joined) return joined
    const next = words[at + 1]
    if ((word === '--config' || word === '-c') && next && !next.startsWith('-')) return next
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
