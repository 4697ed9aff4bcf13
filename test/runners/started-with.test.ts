import { expect, test } from 'vitest'
import { flagIn } from '../../src/runners/started-with.ts'

test.each([
  [['vitest', 'run', '--config', 'e2e.config.ts'], 'e2e.config.ts'],
  [['vitest', '-c', 'a b.ts', 'run'], 'a b.ts'],
  [['vitest', '--config=x.ts'], 'x.ts'],
  [['vitest', 'run', '--coverage'], null],
  [['vitest', '--config', '--watch'], null],
])('%j was started with %s', (words, config) => {
  expect(flagIn(words, '--config', '-c')).toBe(config)
})
