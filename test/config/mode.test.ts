import { describe, expect, test } from 'vitest'
import { modeFromEnvironment, parseMode, settleMode } from '../../src/config/mode.ts'
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
})
