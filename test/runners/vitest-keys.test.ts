import { expect, test } from 'vitest'
import type { TestSpecification } from 'vitest/node'
import { chooseKeyedRun } from '../../src/runners/vitest-keys.ts'

const specifications = ['/a.test.ts', '/b.test.ts'].map((moduleId) => ({ moduleId }) as TestSpecification)
const [a] = specifications

test('the key records the tests that mismatched, whether or not a filter is in force', () => {
  for (const filtered of [true, false])
    expect(chooseKeyedRun(specifications, new Set(['/a.test.ts']), filtered)).toEqual({
      specifications: [a],
      mode: 'failed',
    })
})

test('where none mismatched it records those that the user filtered by name, and never all', () => {
  expect(chooseKeyedRun(specifications, new Set(), true)).toEqual({ specifications, mode: 'record' })
  expect(chooseKeyedRun(specifications, new Set(), false)).toBeNull()
  expect(chooseKeyedRun([], new Set(), true)).toBeNull()
})
