import { expect, test } from 'vitest'
import { validateConfig, validateTestOptions } from '../../src/config/validate.ts'
import { ConfigError } from '../../src/errors/config-error.ts'

const faults: [config: unknown, option: string | null, says: string][] = [
  [7, null, 'must export an object'],
  [{ unsued: 'warn' }, 'unsued', 'did you mean unused?'],
  [{ completelyElse: 1 }, 'completelyElse', 'options: mode'],
  [{ unused: 'never' }, 'unused', "'error', 'warn', 'ignore'"],
  [{ mode: 'recrod' }, 'mode', 'Did you mean record?'],
  [{ mode: 3 }, 'mode', 'must be a mode'],
  [{ providers: [{ name: 'x' }] }, 'providers', 'defineProvider'],
  [{ redact: { field: ['x'] } }, 'redact.field', 'did you mean redact.fields?'],
  [{ redact: { patterns: ['('] } }, 'redact.patterns', 'regular expressions'],
  [{ allowHosts: 'x' }, 'allowHosts', 'a list of host names'],
  [{ recordErrors: 'yes' }, 'recordErrors', 'true or false'],
  [{ pace: 'fast' }, 'pace', "'instant', 'recorded' or a number from 0"],
  [{ pace: -1 }, 'pace', 'a number from 0'],
  [{ pace: Number.NaN }, 'pace', 'a number from 0'],
  [{ fragment: 1 }, 'fragment', 'true or false'],
  [{ ignore: 'dates' }, 'ignore', 'a list of rules'],
  [{ ignore: ['cwd', 'date'] }, 'ignore', "did you mean 'dates'?"],
]

test.each(faults)('%j is refused with the option and the way out', (config, option, says) => {
  let error: unknown
  try {
    validateConfig(config, '/project/retake.config.ts')
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(ConfigError)
  expect(error).toMatchObject({ option, path: '/project/retake.config.ts' })
  expect((error as Error).message).toContain(says)
})

test('a good config comes back with its mode in canonical form', () => {
  const config = {
    mode: 'RECORD',
    unused: 'warn',
    pace: 0.5,
    fragment: true,
    redact: { patterns: [/x/, 'y'], fields: ['pin'] },
  }
  expect(validateConfig(config, null)).toEqual({ ...config, mode: 'record' })
})

test('a test may set only what concerns a test', () => {
  expect(validateTestOptions({ mode: 'off' as const, order: 'strict' as const })).toEqual({
    mode: 'off',
    order: 'strict',
  })
  expect(() => validateTestOptions({ providers: [] })).toThrow(ConfigError)
})
