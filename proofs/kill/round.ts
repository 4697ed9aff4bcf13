import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { UserProject } from '../../test/support/user-project.ts'

/** How a run ended, and how long it went on after its first request, in milliseconds. */
export interface Round {
  ended: 'killed' | 'by itself'
  code: number | null
  ms: number
  output: string
}

/**
 * Runs a project's tests in a process group of their own and kills that group, `after` milliseconds from the moment when
 * `begun` says that the first request came. `after` null lets it end.
 */
export async function runAndKill(
  project: UserProject,
  env: NodeJS.ProcessEnv,
  begun: () => boolean,
  after: number | null,
): Promise<Round> {
  const vitest = project.path('node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run'], {
    cwd: project.folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  let hasEnded = false
  void closed.then(() => {
    hasEnded = true
  })
  while (!begun() && !hasEnded) await pause(2)
  const started = performance.now()
  let killed = false
  if (after !== null) {
    await Promise.race([closed, pause(after)])
    if (!hasEnded && child.pid) {
      killed = true
      // The group, so that no worker lives on to write.
      process.kill(-child.pid, 'SIGKILL')
    }
  }
  const code = await closed
  // The program that was started is gone; its workers may take a moment longer.
  while (child.pid && groupIsThere(child.pid)) await pause(2)
  return { ended: killed ? 'killed' : 'by itself', code, ms: performance.now() - started, output }
}

function groupIsThere(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}
