import { constants } from 'node:os'
import spawn from 'cross-spawn'
import type { Mode } from '../config/mode.ts'
import { UsageError } from '../errors/usage-error.ts'

/**
 * Runs a command with `RETAKE` set to a mode, its input and output those of this process. Resolves to the command's own
 * exit code (128 + the signal's number where one ended it). cross-spawn makes it work on Windows without a shell.
 *
 * @throws {UsageError} where no command is given, or it cannot be started.
 */
export async function runInMode(mode: Mode, command: readonly string[]): Promise<number> {
  const [program, ...args] = command
  if (!program)
    throw new UsageError(`retake ${mode} runs a command in that mode: retake ${mode} -- npx vitest run`)
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, RETAKE: mode } })
  // A Ctrl-C reaches the child by the terminal; this process waits for it to end in its own way.
  const wait = () => {}
  process.on('SIGINT', wait)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(new UsageError(`${program} could not be started (${error.code ?? error.message})`)),
    )
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
