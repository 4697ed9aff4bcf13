import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { hyperlink, linksAllowed } from '../../../src/report/reporter/links.ts'

test('links are for terminals, and not where plain text was asked for', () => {
  expect(linksAllowed({ isTTY: true }, { TERM: 'xterm' })).toBe(true)
  expect(linksAllowed({ isTTY: true }, { NO_COLOR: '', CI: 'false' })).toBe(true)
  for (const env of [{ NO_COLOR: '1' }, { CI: 'true' }, { TERM: 'dumb' }])
    expect(linksAllowed({ isTTY: true }, env)).toBe(false)
  expect(linksAllowed({}, {})).toBe(false)
})

test.skipIf(process.platform === 'win32')('a link opens the file at its line and reads as it is', () => {
  const place = 'src/__recordings__/a.test.ts/calls the tool.md:12'
  expect(hyperlink(place, place, '/project')).toBe(
    `\u001b]8;;file:///project/src/__recordings__/a.test.ts/calls%20the%20tool.md#12\u001b\\${place}\u001b]8;;\u001b\\`,
  )
  expect(stripVTControlCharacters(hyperlink('a.md', 'a.md', '/project'))).toBe('a.md')
})
