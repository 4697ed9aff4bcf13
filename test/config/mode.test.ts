import { describe, expect, test } from 'vitest'
import {
  modeFromEnvironment,
  modeOfRun,
  parseMode,
  type RunOfMode,
  settleMode,
} from '../../src/config/mode.ts'
import { ModeError } from '../../src/errors/mode-error.ts'
import { RecordingInCIError } from '../../src/errors/recording-in-ci-error.ts'

describe('a mode as users write it', () => {
  test.each([
    ['record', 'record'],
    [' RECORD ', 'record'],
    ['1', 'record'],
    ['True', 'record'],
    ['all', 'record'],
    ['Missing', 'missing'],
    ['replay', 'replay'],
  ])('%s is %s', (text, mode) => {
    expect(parseMode(text, 'RETAKE')).toBe(mode)
  })

  test.each(['', '0', 'no', 'recrod', 'replay,record', 'explore'])(
    '%s is none, and the error lists those there are',
    (text) => {
      expect(() => parseMode(text, 'RETAKE')).toThrow(ModeError)
      expect(() => parseMode(text, 'RETAKE')).toThrow(
        'Modes: replay, record, missing, failed, hybrid, live, off',
      )
    },
  )

  test('a slip of the fingers is answered with the mode that was meant', () => {
    expect(() => parseMode('recrod', 'RETAKE')).toThrow('Did you mean record?')
    expect(() => parseMode('mising', 'RETAKE')).toThrow('Did you mean missing?')
    expect(() => parseMode('xyzzy', 'RETAKE')).not.toThrow('Did you mean')
  })
})

describe('the mode of the environment', () => {
  test('is none where RETAKE is unset or blank', () => {
    expect(modeFromEnvironment({})).toBeNull()
    expect(modeFromEnvironment({ RETAKE: '  ' })).toBeNull()
  })

  test.each(['record', 'missing', 'failed', 'live', 'off'])('%s is refused in CI', (mode) => {
    expect(() => modeFromEnvironment({ RETAKE: mode, CI: 'true' })).toThrow(RecordingInCIError)
    expect(modeFromEnvironment({ RETAKE: mode, CI: 'true', RETAKE_ALLOW_LIVE: '1' })).toBe(mode)
    for (const unset of ['', '0', 'false', 'FALSE'])
      expect(modeFromEnvironment({ RETAKE: mode, CI: unset })).toBe(mode)
  })

  test('replay is fine in CI', () => {
    expect(modeFromEnvironment({ RETAKE: 'replay', CI: '1' })).toBe('replay')
  })
})

describe('the mode of a session', () => {
  test('is that of the test, then of RETAKE, then of the config, then replay', () => {
    const env = { RETAKE: 'live' }
    expect(settleMode({ env, test: 'off', config: 'record' })).toMatchObject({ mode: 'off', source: 'test' })
    expect(settleMode({ env, test: undefined, config: 'record' })).toMatchObject({
      mode: 'live',
      source: 'RETAKE',
    })
    expect(settleMode({ env: {}, test: undefined, config: 'record' })).toMatchObject({
      mode: 'record',
      source: 'config',
    })
    expect(settleMode({ env: {}, test: undefined, config: undefined })).toEqual({
      mode: 'replay',
      source: 'default',
      notice: null,
      held_back: null,
    })
  })

  test('falls back to replay in CI, and says so, where a test or the config would forward', () => {
    for (const asked of [
      { test: 'record' as const, config: undefined },
      { test: undefined, config: 'missing' as const },
    ]) {
      const settled = settleMode({ env: { CI: '1' }, ...asked })
      expect(settled.mode).toBe('replay')
      expect(settled.notice).toContain('RETAKE_ALLOW_LIVE=1')
    }
  })

  test('a test with mocks of its own may say off in CI', () => {
    expect(settleMode({ env: { CI: '1' }, test: 'off', config: undefined }).mode).toBe('off')
  })

  describe('in a rerun of watch mode', () => {
    const rerun = { mode: null, isRerun: () => true }
    const settle = (env: NodeJS.ProcessEnv, run: RunOfMode = rerun) =>
      settleMode({ env, test: undefined, config: undefined, run })

    test.each(['record', 'missing', 'failed', 'hybrid'] as const)('%s is held back', (mode) => {
      const held = { mode: 'replay', held_back: mode }
      expect(settle({ RETAKE: mode })).toMatchObject(held)
      expect(settleMode({ env: {}, test: undefined, config: mode, run: rerun })).toMatchObject(held)
      expect(settleMode({ env: {}, test: mode, config: undefined, run: rerun })).toMatchObject(held)
      expect(modeOfRun({ RETAKE: mode }, rerun)).toBe('replay')
      const first = { mode: null, isRerun: () => false }
      expect(settle({ RETAKE: mode }, first)).toMatchObject({ mode, held_back: null })
      expect(modeOfRun({ RETAKE: mode }, first)).toBe(mode)
    })

    test.each(['replay', 'live', 'off'] as const)('%s stays, and nobody asks which run it is', (mode) => {
      const run: RunOfMode = {
        mode: null,
        isRerun: () => {
          throw new Error('asked')
        },
      }
      expect(settle({ RETAKE: mode }, run)).toMatchObject({ mode, held_back: null })
    })

    test('a key records, in the place of RETAKE, and is refused in CI as RETAKE is', () => {
      const byKey: RunOfMode = { mode: 'failed', isRerun: () => true }
      for (const env of [{}, { RETAKE: 'record' }, { RETAKE: 'off' }]) {
        expect(settle(env, byKey)).toMatchObject({ mode: 'failed', held_back: null })
        expect(modeOfRun(env, byKey)).toBe('failed')
      }
      expect(() => modeOfRun({ CI: '1' }, byKey)).toThrow(RecordingInCIError)
      expect(settleMode({ env: {}, test: 'replay', config: undefined, run: byKey }).mode).toBe('replay')
    })
  })
})
