import { basename, relative } from 'node:path'
import { ReplayMismatch } from '../errors/replay-mismatch.ts'
import type { MismatchCore } from '../match/mismatch-data.ts'
import { dialectById } from '../providers/dialects.ts'
import { describeMismatch } from '../report/mismatch-text.ts'
import { commandLine } from '../runners/rerun-command.ts'
import { testCommand } from '../runners/test-command.ts'
import { type Place, placeOfCall } from './place-of-call.ts'
import { processState } from './process-state.ts'
import type { Session } from './session.ts'
import type { Work } from './work.ts'

/** Completes what matching found with what the session knows: the cassette, the command, the words of the dialect. */
export function replayMismatch(session: Session, work: Work, core: MismatchCore): ReplayMismatch {
  const { runner, project } = session.file
  const place = work.cassette && placeOfCall(work.cassette, core.call_index)
  if (place) work.tally.read_at ??= showPlace(place, project.root)
  const data = {
    ...core,
    cassette: {
      path: relative(runner.root, work.cassettePath).replaceAll('\\', '/'),
      calls: work.cassette?.calls.length ?? null,
      recorded_at: work.cassette?.header.recorded_at ?? null,
      other_test: otherTest(session, work),
      read_at: place && showPlace(place, runner.root),
    },
    config: project.configPath && basename(project.configPath),
    command: recordCommand(session),
  }
  // By the real clock: a test may have faked its own.
  const now = new Date(processState().real.now())
  return new ReplayMismatch(
    data,
    describeMismatch(data, dialectById(core.dialect), now, runner.missingCommand),
  )
}

function showPlace({ path, line }: Place, root: string): string {
  return `${relative(root, path).replaceAll('\\', '/')}${line === null ? '' : `:${line}`}`
}

/** The test whose recording this is, where that is another one: somebody copied or moved the file. */
function otherTest({ test, file }: Session, { cassette }: Work): string | null {
  const recorded = cassette?.header.test
  if (!recorded) return null
  const name = test.name === null ? null : [...test.suitePath, test.name]
  const isSame =
    basename(recorded.file) === basename(file.path) && recorded.name?.join('\0') === name?.join('\0')
  return isSame ? null : [recorded.file, ...(recorded.name ?? [])].join(' > ')
}

/** The command that records one test again; hooks and module scope are recorded by running their file. */
export function recordCommand(session: Session): string {
  const { runner, path } = session.file
  const { suitePath, name } = session.test
  const words = testCommand(runner, { file: path, name: name === null ? null : [...suitePath, name] })
  return commandLine('record', words, runner.root, process.env)
}
