import { afterEach, expect, test } from 'vitest'
import { configure } from '../../src/session/configure.ts'
import { FileScope } from '../../src/session/file-scope.ts'
import { processState } from '../../src/session/process-state.ts'
import { stillRunner } from './still-runner.ts'

const { file: before } = processState()
afterEach(() => {
  processState().file = before
})

test("a test's ignore rules are added to those of its file, and its other options go before them", () => {
  const state = processState()
  const file = new FileScope('/p/a.test.ts', stillRunner('/p'))
  state.file = file
  configure({ ignore: ['dates'], unused: 'warn' })
  const session = file.open({ suitePath: [], name: 'asks', occurrence: 0 })
  state.sessions.run(session, () => configure({ ignore: ['uuids'], unused: 'ignore' }))
  expect(session.options).toEqual({ ignore: ['dates', 'uuids'], unused: 'ignore' })
  expect(file.options).toEqual({ ignore: ['dates'], unused: 'warn' })
})
