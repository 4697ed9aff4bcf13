import { afterEach, expect, test } from 'vitest'
import { configure } from '../../src/session/configure.ts'
import { FileScope } from '../../src/session/file-scope.ts'
import { processState } from '../../src/session/process-state.ts'

const { file: before } = processState()
afterEach(() => {
  processState().file = before
})

const runner = {
  name: 'vitest' as const,
  root: '/p',
  project: null,
  only: () => [],
  realTime: {},
  isRerun: () => false,
  modeOfRun: null,
  missingCommand: null,
  declaresSuite: () => false,
  beforeEachTest: () => {},
}

test("a test's ignore rules are added to those of its file, and its other options go before them", () => {
  const state = processState()
  const file = new FileScope('/p/a.test.ts', runner)
  state.file = file
  configure({ ignore: ['dates'], unused: 'warn' })
  const session = file.open({ suitePath: [], name: 'asks', occurrence: 0 })
  state.sessions.run(session, () => configure({ ignore: ['uuids'], unused: 'ignore' }))
  expect(session.options).toEqual({ ignore: ['dates', 'uuids'], unused: 'ignore' })
  expect(file.options).toEqual({ ignore: ['dates'], unused: 'warn' })
})
