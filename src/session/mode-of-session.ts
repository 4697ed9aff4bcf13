import { loadConfig } from '../config/load.ts'
import { type EffectiveMode, type Mode, modeOfRun, type RunOfMode, settleMode } from '../config/mode.ts'
import type { Runner } from '../runners/runner.ts'
import type { Session } from './session.ts'

/** The mode of a session. Reads the config, so it is asked only when something depends on it. */
export function modeOf(session: Session): EffectiveMode {
  const { file, options } = session
  const config = loadConfig(file.project)
  return settleMode({ env: process.env, test: options.mode, config: config.mode, run: runOf(file.runner) })
}

/**
 * The mode that a key of watch mode or `RETAKE` asks for, `null` where neither does.
 *
 * @throws {ModeError} {@link modeOfRun}
 * @throws {RecordingInCIError} {@link modeOfRun}
 */
export function askedMode(runner: Runner): Mode | null {
  return modeOfRun(process.env, runOf(runner))
}

function runOf(runner: Runner): RunOfMode {
  return { mode: runner.modeOfRun, isRerun: () => runner.isRerun() }
}
