import { describe, expect, test } from 'vitest'
import { ReplayMismatch } from '../../src/errors/replay-mismatch.ts'
import { isRetakeError } from '../../src/errors/retake-error.ts'
import { edited, textOfEdit } from '../report/mismatch-cases.ts'

const { data, ...text } = textOfEdit(
  edited((body) => {
    body.temperature = 0.2
  }),
)

describe('ReplayMismatch', () => {
  test('carries its data in fields and its text as message, expected and actual', () => {
    const error = new ReplayMismatch(data, text)
    expect(isRetakeError(error)).toBe(true)
    expect(error.name).toBe('ReplayMismatch')
    expect(error.code).toBe('RETAKE_REPLAY_MISMATCH')
    expect(error.message).toBe(text.message)
    expect({ ...error }).toMatchObject({ ...data, expected: 0, actual: 0.2 })
  })

  test('prints without its data, which runners would list field by field', () => {
    const printed = new ReplayMismatch(data, text).toJSON()
    expect(Object.keys(printed).sort()).toEqual(['actual', 'expected', 'message', 'name', 'stack'])
  })

  test('has no expected and actual where there is nothing to compare', () => {
    const error = new ReplayMismatch(data, { message: 'this test has no recording' })
    expect('expected' in error || 'actual' in error).toBe(false)
  })
})
