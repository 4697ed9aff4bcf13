import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { FileScope } from '../../src/session/file-scope.ts'
import { ownerOf } from '../../src/session/owner.ts'
import type { Session } from '../../src/session/session.ts'
import { stillRunner } from './still-runner.ts'

function scene() {
  const file = new FileScope('/project/a.test.ts', stillRunner('/project'))
  const sessions = new AsyncLocalStorage<Session>()
  const open = (name: string) => file.open({ suitePath: [], name, occurrence: 0 })
  const end = (session: Session) => {
    session.end()
    file.running.delete(session)
  }
  return { file, sessions, open, end, owner: () => ownerOf({ file, sessions }) }
}

test('a call belongs to the test in whose context it is made, however many run', () => {
  const { sessions, open, owner } = scene()
  const a = open('a')
  open('b')
  expect(sessions.run(a, owner)).toEqual({ kind: 'session', session: a })
})

test('without a context the only running test owns it, and of several none', () => {
  const { open, end, owner } = scene()
  const a = open('a')
  expect(owner()).toEqual({ kind: 'session', session: a })
  const b = open('b')
  expect(owner()).toEqual({ kind: 'ambiguous', running: [a, b] })
  end(a)
  expect(owner()).toEqual({ kind: 'session', session: b })
})

test('while no test runs it belongs to the file, until the file ends', () => {
  const { file, owner } = scene()
  expect(owner()).toEqual({ kind: 'session', session: file.session })
  file.session.end()
  expect(owner()).toEqual({ kind: 'detached', session: file.session })
})

test('a server that was started in beforeAll serves the test that runs', () => {
  const { file, sessions, open, owner } = scene()
  const a = open('a')
  expect(sessions.run(file.session, owner)).toEqual({ kind: 'session', session: a })
})

test('a call of a test that has ended is detached, even while another runs', () => {
  const { sessions, open, end, owner } = scene()
  const a = open('a')
  end(a)
  open('b')
  expect(sessions.run(a, owner)).toEqual({ kind: 'detached', session: a })
})

test('before any test file there is no owner', () => {
  expect(ownerOf({ file: null, sessions: new AsyncLocalStorage<Session>() })).toEqual({ kind: 'outside' })
})
