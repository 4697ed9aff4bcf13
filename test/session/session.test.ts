import { expect, test } from 'vitest'
import type { FileScope } from '../../src/session/file-scope.ts'
import { Session } from '../../src/session/session.ts'

function session(): { session: Session; fileFailures: Error[] } {
  const fileFailures: Error[] = []
  const file = { fail: (error: Error) => fileFailures.push(error) } as unknown as FileScope
  return { session: new Session(file, { suitePath: ['outer'], name: 'asks', occurrence: 0 }), fileFailures }
}

test('calls count from 0 in the order in which they are made', () => {
  const { session: open } = session()
  expect([open.nextCall(), open.nextCall(), open.calls]).toEqual([0, 1, 2])
})

test('a failure fails the attempt while it is open and the file afterwards', () => {
  const { session: attempt, fileFailures } = session()
  attempt.fail(new Error('first'))
  attempt.fail(new Error('second'))
  attempt.end()
  attempt.fail(new Error('late'))
  expect(attempt.failures.map((error) => error.message)).toEqual(['first', 'second'])
  expect(fileFailures.map((error) => error.message)).toEqual(['late'])
})

test('an ended session takes no call and cannot end again', () => {
  const { session: ended } = session()
  ended.end()
  expect(() => ended.nextCall()).toThrow('outer > asks has ended')
  expect(() => ended.end()).toThrow('has ended already')
})
