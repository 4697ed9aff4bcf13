import type { Runner, RunnerName, TestTarget } from './runner.ts'
import { vitestCommand } from './vitest-command.ts'

const commands: Record<RunnerName, (runner: Runner, target: TestTarget) => string[]> = {
  vitest: vitestCommand,
}

/** The command by which a runner runs one test, or one file, alone, as words. Loaded with the engine: only messages need it. */
export function testCommand(runner: Runner, target: TestTarget): string[] {
  return commands[runner.name](runner, target)
}
