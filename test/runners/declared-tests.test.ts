import { expect, test } from 'vitest'
import { type DeclaredTask, declaredTests } from '../../src/runners/declared-tests.ts'

let ids = 0
const it = (name: string): DeclaredTask => ({ id: String(ids++), name, type: 'test' })
const suite = (name: string, ...tasks: DeclaredTask[]): DeclaredTask => ({
  id: String(ids++),
  name,
  type: 'suite',
  tasks,
})

test('tests of one full name count in declaration order, also across suites of one name', () => {
  const tests = [it('a'), it('a'), it('a'), it('a'), it('b')] as const
  const [first, second, inner, later, other] = tests
  const tree = [first, suite('s', inner, other), second, suite('s', later)]
  const found = declaredTests(tree)
  expect(tests.map(({ id }) => found.get(id))).toEqual([
    { suitePath: [], name: 'a', occurrence: 0 },
    { suitePath: [], name: 'a', occurrence: 1 },
    { suitePath: ['s'], name: 'a', occurrence: 0 },
    { suitePath: ['s'], name: 'a', occurrence: 1 },
    { suitePath: ['s'], name: 'b', occurrence: 0 },
  ])
})

test('a suite and a test of one name, or names that join to the same words, are told apart', () => {
  const tests = [it('a b'), it('b')] as const
  const found = declaredTests([tests[0], suite('a', tests[1])])
  expect(tests.map(({ id }) => found.get(id)?.occurrence)).toEqual([0, 0])
})
