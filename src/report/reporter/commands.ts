import { basename, dirname, relative } from 'node:path'
import type { Vitest } from 'vitest/node'
import { patternOfAny } from '../../runners/name-pattern.ts'
import { commandLine, toolCommand } from '../../runners/rerun-command.ts'
import type { RunFacts } from './summarise.ts'

/** The command lines that a summary names, with the package manager, root and config in use. */
export function commandsFor(vitest: Vitest, folder: string, env: NodeJS.ProcessEnv): RunFacts['commands'] {
  const { root } = vitest.config
  const shown = (path: string) => relative(folder, path).replaceAll('\\', '/')
  const flags: string[] = []
  if (shown(root) !== '') flags.push('--root', shown(root))
  const configFile = vitest.vite.config.configFile
  const isFoundAlone =
    !configFile || (dirname(configFile) === root && /^vite(st)?\.config\./.test(basename(configFile)))
  if (configFile && !isFoundAlone) flags.push('--config', shown(configFile))
  return {
    tool: (command) => toolCommand(command, folder, env),
    run: (mode, testFiles, names = []) => {
      const only = names.length > 0 ? ['-t', patternOfAny(names)] : []
      return commandLine(mode, ['vitest', 'run', ...testFiles, ...flags, ...only], folder, env)
    },
  }
}
