import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { readCassette } from '../cassette/open.ts'
import type { Cassette, RecordedCall } from '../cassette/records.ts'
import type { RetakeConfig, TestOptions } from '../config/config.ts'
import { loadConfig } from '../config/load.ts'
import { isCI, type Mode } from '../config/mode.ts'
import { CallFinder, type FinderOptions } from '../match/finder.ts'
import { composeIgnore } from '../match/ignore/compose.ts'
import { dialectById } from '../providers/dialects.ts'
import { REDACTION_VERSION, type Redactor } from '../redact/redactor.ts'
import { describeHeldBack } from '../report/held-back.ts'
import { notify } from '../report/notice.ts'
import { fingerprint } from './fingerprint.ts'
import { failedLastTime } from './last-run.ts'
import { modeOf } from './mode-of-session.ts'
import type { ProcessState } from './process-state.ts'
import { Recording } from './recording.ts'
import { recordCommand } from './replay-mismatch.ts'
import type { Session } from './session.ts'
import { sessionRedactor } from './session-redactor.ts'
import type { SocketPlayer } from './socket-player.ts'
import type { Tally } from './tally.ts'
import { verifyTranscript } from './verify-transcript.ts'

/** What the session does with its calls, once its mode, its cassette and the last run are known. */
export type Plan = 'replay' | 'record' | 'hybrid' | 'forward' | 'pass_on'

/** The engine's half of a session. */
export interface Work {
  mode: Mode
  plan: Plan
  config: RetakeConfig
  options: Required<TestOptions>
  redactor: Redactor
  cassettePath: string
  /** The recording at hand: `null` where there is none, or the plan does not read it. */
  cassette: Cassette | null
  finder: CallFinder | null
  /** How recorded and incoming requests are compared. */
  matching: FinderOptions
  /** WebSocket sessions that are replayed. */
  players: SocketPlayer[]
  /** The take, where the plan is `record` or `hybrid`. */
  recording: Recording | null
  /** Recorded calls that answered, by the index of the call they answered: `hybrid` keeps them. */
  served: Map<number, RecordedCall>
  tally: Tally
}

/**
 * Opens what a session needs for its calls; once per session, with the same result or the same error each time.
 *
 * @throws {ConfigError} where the config cannot be read.
 * @throws {CassetteError} where the cassette cannot be trusted.
 */
export function workOf(state: ProcessState, session: Session): Work {
  session.work ??= attempt(() => open(state, session))
  const work = session.work as Work | { blockedBy: Error }
  if ('blockedBy' in work) throw work.blockedBy
  return work
}

function attempt(make: () => Work): Work | { blockedBy: Error } {
  try {
    return make()
  } catch (error) {
    return { blockedBy: error as Error }
  }
}

function open(state: ProcessState, session: Session): Work {
  const { file } = session
  const config = loadConfig(file.project)
  const { mode, notice, held_back } = modeOf(session)
  if (notice && file.announces(notice)) notify(notice)
  // With a reporter it is said once a run, by that.
  if (held_back && file.runner.missingCommand === null && file.announces('held_back'))
    notify(describeHeldBack(held_back))
  const cassettePath = file.cassetteOf(session)
  const plan = planFor(mode, session, cassettePath)
  const options = settleOptions(config, session.options, mode)
  const reads = plan === 'replay' || plan === 'hybrid'
  const writes = plan === 'record' || plan === 'hybrid'
  const tally = file.openTally(cassettePath, mode)
  tally.held_back = held_back
  const cassette = reads && existsSync(cassettePath) ? openCassette(session, cassettePath) : null
  tally.recorded_at = cassette?.header.recorded_at ?? null
  const redactor = sessionRedactor(state, config)
  const matching = matchingOf(cassette, redactor, options, config)
  return {
    mode,
    plan,
    config,
    options,
    redactor,
    cassettePath,
    cassette,
    finder: cassette && new CallFinder(cassette.calls, matching),
    matching,
    players: [],
    recording: writes ? new Recording(session, cassettePath, new Date(state.real.now())) : null,
    served: new Map(),
    tally,
  }
}

function planFor(mode: Mode, session: Session, cassettePath: string): Plan {
  switch (mode) {
    case 'replay':
    case 'record':
    case 'hybrid':
      return mode
    case 'missing':
      return session.hadCassette ? 'replay' : 'record'
    case 'failed':
      return failedLastTime(session.file, cassettePath) ? 'record' : 'replay'
    case 'live':
      return 'forward'
    case 'off':
      return 'pass_on'
  }
}

/**
 * Recorded requests are compared as today's rules see them. Where the same version of Retake recorded them, without rules
 * of the user's, that is how they stand in the file, and their digests need not be computed again.
 */
function matchingOf(
  cassette: Cassette | null,
  redactor: Redactor,
  { order, ignore }: Required<TestOptions>,
  config: RetakeConfig,
): FinderOptions {
  const { redaction, fingerprint: recordedBy } = cassette?.header ?? {}
  const current = redaction === REDACTION_VERSION && recordedBy?.retake === fingerprint.retake
  const asRecorded = current && config.redact === undefined
  const rules = composeIgnore(ignore, { cwd: process.cwd(), home: homedir() })
  return {
    ...rules,
    order,
    trustDigests: asRecorded,
    incidental: (dialect) => dialectById(dialect).incidentalPaths,
    ...(!asRecorded && {
      normalise: (request, places) => rules.normalise(redactor.request(request), places),
    }),
  }
}

function settleOptions(config: RetakeConfig, own: TestOptions, mode: Mode): Required<TestOptions> {
  const settled = { ...config, ...own }
  const { unused = 'error', order = 'any', recordErrors = false } = settled
  const { pace = 'instant', fragment = false } = settled
  // A test's rules come to those of the config: its prompt is no less subject to what varies everywhere.
  const ignore = [...(config.ignore ?? []), ...(own.ignore ?? [])]
  return { mode, unused, order, recordErrors, pace, fragment, ignore }
}

function openCassette(session: Session, path: string): Cassette {
  const shown = { root: session.file.runner.root, command: recordCommand(session) }
  const cassette = readCassette(path, shown)
  const fault = verifyTranscript(cassette, shown)
  if (fault && isCI(process.env)) throw fault
  if (fault && session.file.announces(fault.message)) notify(fault.message)
  return cassette
}
