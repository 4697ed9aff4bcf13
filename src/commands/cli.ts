import { cac } from 'cac'
import packageJson from '../../package.json' with { type: 'json' }
import { type Mode, modes } from '../config/mode.ts'
import { isRetakeError } from '../errors/retake-error.ts'
import { UsageError } from '../errors/usage-error.ts'
import { closestWord } from '../text/closest-word.ts'
import { accept } from './accept.ts'
import { prune } from './prune.ts'
import { runInMode } from './run-in-mode.ts'

const purposes: Record<Mode, string> = {
  replay: 'Run a command with every model call answered from its recording',
  record: 'Run a command with every model call made anew and recorded',
  missing: 'Run a command that records only tests without a recording',
  failed: 'Run a command that records only tests that mismatched or had no recording in their last run',
  hybrid: 'Run a command that serves recorded calls and records those that are missing, with a warning each',
  live: 'Run a command against the live models; nothing is recorded',
  off: 'Run a command without Retake',
}

/**
 * Runs `retake` with the given arguments. Resolves to the exit code: 0 fine, 1 findings, 2 it could not be done;
 * `retake <mode> -- command` gives the command's own. Never rejects for bad input.
 */
export async function runCli(words: readonly string[]): Promise<number> {
  const { own, command } = splitCommand(words)
  let result: Promise<number> | number = 2
  const cli = cac('retake')
  for (const mode of modes) {
    cli.command(mode, `${purposes[mode]}: retake ${mode} -- npx vitest run`).action(() => {
      result = runInMode(mode, command)
    })
  }
  cli
    .command(
      'accept [...takes]',
      'Adopt the takes that await a decision: all, or those whose test or path contains a word',
    )
    .option('--list', 'Only list them')
    .action((filters: string[], options: { list?: boolean }) => {
      result = accept(filters, { list: options.list ?? false })
    })
  cli
    .command('prune', 'Remove recordings that belong to no test any more: retake prune --orphans')
    .option('--orphans', 'Those whose test file is gone, or that no test of the last full run has')
    .option('--dry-run', 'Only list them')
    .option('--yes', 'Do not ask')
    .action((options: { orphans?: boolean; dryRun?: boolean; yes?: boolean }) => {
      const { orphans = false, dryRun = false, yes = false } = options
      result = prune({ orphans, dryRun, yes })
    })
  cli.help()
  cli.version(packageJson.version)
  try {
    cli.parse(['node', 'retake', ...own], { run: false })
    if (cli.options.help || cli.options.version) return 0
    if (!cli.matchedCommand) throw unknownCommand(cli.args[0] ?? words[0])
    cli.runMatchedCommand()
    return await result
  } catch (error) {
    if (!isRetakeError(error) && (error as Error).name !== 'CACError') throw error
    process.stderr.write(
      `${(error as Error).name === 'CACError' ? 'UsageError' : (error as Error).name}: ${(error as Error).message}\n`,
    )
    return 2
  }
}

/**
 * Parts Retake's own words from the command that it runs, which begins behind `--`. Where a mode is followed by a word
 * that is no option, the `--` was forgotten: the command begins there, and a `--` further on is its own.
 */
function splitCommand(words: readonly string[]): { own: readonly string[]; command: readonly string[] } {
  const isMode = modes.some((mode) => mode === words[0])
  if (isMode && words[1] !== undefined && !words[1].startsWith('-'))
    return { own: words.slice(0, 1), command: words.slice(1) }
  const at = words.indexOf('--')
  return at < 0 ? { own: words, command: [] } : { own: words.slice(0, at), command: words.slice(at + 1) }
}

function unknownCommand(given: string | undefined): UsageError {
  const known = [...modes, 'accept', 'prune']
  if (!given) return new UsageError(`which command? ${known.join(', ')}. retake --help explains them`)
  const near = closestWord(given.toLowerCase(), known)
  return new UsageError(
    `${given} is no command.${near ? ` Did you mean ${near}?` : ''} Commands: ${known.join(', ')}`,
  )
}
