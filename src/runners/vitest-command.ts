import { join, relative } from 'node:path'
import { patternOf } from './name-pattern.ts'
import type { Runner, TestTarget } from './runner.ts'
import { startFlags } from './started-with.ts'

/**
 * The command by which Vitest runs one test, or one file, alone, as words: `vitest run a.test.ts -t …`. In the worker that
 * runs the test file, whose process tells how Vitest was started.
 */
export function vitestCommand(
  { root, project }: Pick<Runner, 'root' | 'project'>,
  { file, name }: TestTarget,
): string[] {
  const words = ['vitest', 'run', fromHere(join(file))]
  const flags = startFlags(process.env)
  // A project of a workspace has a root of its own, from which Vitest would not find the config that declares it.
  const own = project === null ? fromHere(root) : ''
  const rootFlag = flags ? flags.root : own
  if (rootFlag) words.push('--root', rootFlag)
  if (flags?.config) words.push('--config', flags.config)
  if (project !== null) words.push('--project', project)
  if (name) words.push('-t', patternOf(name.join(' ')))
  return words
}

function fromHere(path: string): string {
  return relative(process.cwd(), path).replaceAll('\\', '/')
}
