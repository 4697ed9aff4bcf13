import { ModeError } from '../errors/mode-error.ts'
import { RecordingInCIError } from '../errors/recording-in-ci-error.ts'

/** What a session does with a call; see docs/modes.md. */
export const modes = ['replay', 'record', 'missing', 'failed', 'hybrid', 'live', 'off'] as const

export type Mode = (typeof modes)[number]

/** Where the mode in force came from. */
export type ModeSource = 'test' | 'RETAKE' | 'config' | 'default'

export interface EffectiveMode {
  mode: Mode
  source: ModeSource
  /** A line for the user where the mode asked for was not granted, else `null`. */
  notice: string | null
  /** The recording mode that a rerun of watch mode does not apply again, else `null`. */
  held_back: Mode | null
}

/** What a run has to say of the modes of its sessions. */
export interface RunOfMode {
  /** Asked for, by a key of watch mode, for this one run. It stands in the place of `RETAKE`. */
  mode: Mode | null
  /** Whether this is a rerun of watch mode. Asked only where a recording mode is to be applied. */
  isRerun: () => boolean
}

const words: Record<string, Mode> = { '1': 'record', true: 'record', all: 'record' }

/**
 * Reads a mode as a user writes it: any case, surrounding space, `1`, `true` and `all` for `record`.
 *
 * @param source what to call it in the error: `RETAKE`, or the config file's name.
 * @throws {ModeError} for anything else; it lists the modes and names the closest.
 */
export function parseMode(text: string, source: string): Mode {
  const word = text.trim().toLowerCase()
  const mode = words[word] ?? modes.find((known) => known === word)
  if (!mode) throw new ModeError({ source, given: text, modes })
  return mode
}

/** Whether a mode may let a call go to the real model. */
export function mayForward(mode: Mode): boolean {
  return mode !== 'replay'
}

/** Whether a mode may write recordings. */
export function records(mode: Mode): boolean {
  return ['record', 'missing', 'failed', 'hybrid'].includes(mode)
}

/** `CI` counts as set unless it is empty, `false` or `0`. */
export function isCI(env: NodeJS.ProcessEnv): boolean {
  return !['', 'false', '0'].includes((env.CI ?? '').trim().toLowerCase())
}

/** Whether the environment allows calls to live models although `CI` is set. */
export function liveAllowed(env: NodeJS.ProcessEnv): boolean {
  return !['', 'false', '0'].includes((env.RETAKE_ALLOW_LIVE ?? '').trim().toLowerCase())
}

/**
 * The mode that `RETAKE` asks for, or `null` where it is unset or empty.
 *
 * @throws {ModeError} where it is no mode.
 * @throws {RecordingInCIError} where it may forward and `CI` is set without `RETAKE_ALLOW_LIVE`.
 */
export function modeFromEnvironment(env: NodeJS.ProcessEnv): Mode | null {
  if (!env.RETAKE?.trim()) return null
  const mode = parseMode(env.RETAKE, 'RETAKE')
  if (mayForward(mode) && isCI(env) && !liveAllowed(env)) throw new RecordingInCIError({ mode })
  return mode
}

/**
 * The mode that is asked for from outside the project: that of a key of watch mode, else that of `RETAKE`; `null` where
 * neither says one. In a rerun of watch mode a recording mode is `replay`.
 *
 * @throws {ModeError} {@link modeFromEnvironment}
 * @throws {RecordingInCIError} {@link modeFromEnvironment}
 */
export function modeOfRun(env: NodeJS.ProcessEnv, run: RunOfMode): Mode | null {
  const asked = askedFor(env, run)
  return asked && !run.mode && records(asked) && run.isRerun() ? 'replay' : asked
}

/** A key stands in the place of `RETAKE`, and is refused in CI as that is. */
function askedFor(env: NodeJS.ProcessEnv, run: RunOfMode | undefined): Mode | null {
  return modeFromEnvironment(run?.mode ? { ...env, RETAKE: run.mode } : env)
}

/**
 * Settles the mode of one session: the test's own setting, then `RETAKE`, then the config, then `replay`. In CI a
 * forwarding mode from a test or the config falls back to `replay`, with a notice; one from `RETAKE` throws. In watch mode a
 * recording mode applies to the first run only; reruns replay, but for what a key asks for.
 *
 * @throws {ModeError} {@link modeFromEnvironment}
 * @throws {RecordingInCIError} {@link modeFromEnvironment}
 */
export function settleMode(settings: {
  env: NodeJS.ProcessEnv
  test: Mode | undefined
  config: Mode | undefined
  run?: RunOfMode
}): EffectiveMode {
  const { env, test, config, run } = settings
  const asked = askedFor(env, run)
  const [mode, source]: [Mode, ModeSource] = test
    ? [test, 'test']
    : asked
      ? [asked, 'RETAKE']
      : config
        ? [config, 'config']
        : ['replay', 'default']
  // A test that says `off` has no model calls to protect: it is the user's own mocks that answer there.
  const harmless = mode === 'replay' || (source === 'test' && mode === 'off')
  if (!harmless && source !== 'RETAKE' && isCI(env) && !liveAllowed(env)) {
    const from = source === 'test' ? 'a test' : 'the config'
    const notice = `${from} asks for mode ${mode}, and CI is set: replaying instead. RETAKE_ALLOW_LIVE=1 allows it.`
    return { mode: 'replay', source, notice, held_back: null }
  }
  const byKey = source === 'RETAKE' && run?.mode != null
  if (run && records(mode) && !byKey && run.isRerun())
    return { mode: 'replay', source, notice: null, held_back: mode }
  return { mode, source, notice: null, held_back: null }
}
