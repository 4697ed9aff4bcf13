import { expect, test } from 'vitest'
import { pointAt } from '../../src/session/point-at.ts'

const trace = (frames: string[]) =>
  Object.assign(new Error('x'), { stack: ['Error: model call', ...frames].join('\n') })

test("an error's stack shows the user's frames under its own message", () => {
  const error = pointAt(
    new TypeError('two\nlines'),
    trace([
      '    at fetch (/p/node_modules/openai/client.js:1:1)',
      '    at ask (/p/src/ask.ts:3:5)',
      '    at node:internal/x:1:1',
    ]),
  )
  expect(error.stack).toBe('TypeError: two\nlines\n    at ask (/p/src/ask.ts:3:5)')
})

test("where no frame is the user's, all are shown", () => {
  const frames = ['    at a (/p/node_modules/a.js:1:1)', '    at b (C:\\p\\node_modules\\b.js:1:1)']
  expect(pointAt(new Error('m'), trace(frames)).stack).toBe(['Error: m', ...frames].join('\n'))
})
