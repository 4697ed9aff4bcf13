import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cassettePath,
  fileSessionPath,
  recordingsFolder,
  safeName,
  transcriptPath,
} from '../../src/cassette/path.ts'

const hashed = / ~[0-9a-f]{8}$/

describe('the path of a cassette', () => {
  test('is the suites as folders and the name as a file, as they were written', () => {
    const place = {
      file: '/work/src/agent.test.ts',
      suitePath: ['weather agent', 'with tools'],
      name: 'calls the tool',
    }
    expect(cassettePath({ ...place, occurrence: 0 })).toBe(
      '__recordings__/agent.test.ts/weather agent/with tools/calls the tool.jsonl',
    )
    expect(cassettePath({ ...place, occurrence: 1 })).toMatch(/calls the tool \(2\)\.jsonl$/)
    expect(cassettePath({ ...place, occurrence: 0, project: 'edge' })).toContain('/agent.test.ts @edge/')
  })

  test('is the same whatever the slashes of the test file', () => {
    expect(recordingsFolder('C:\\work\\Agent.test.ts')).toBe('__recordings__/Agent.test.ts')
    expect(recordingsFolder('Agent.test.ts')).toBe('__recordings__/Agent.test.ts')
  })

  test('of the file session is one that no test can have', () => {
    expect(fileSessionPath('a.test.ts')).toBe('__recordings__/a.test.ts/_file.jsonl')
    expect(safeName('_file')).toMatch(hashed)
  })

  test('has the transcript beside it', () => {
    expect(transcriptPath('a/b.c.jsonl')).toBe('a/b.c.md')
  })

  test.each([
    'calls the tool',
    'works with 雨 and 🌧',
    "isn't (too) picky, [really] #1 100% ~ok",
    'x.test',
    '..a',
  ])('keeps %j as it is', (name) => {
    expect(safeName(name)).toBe(name)
  })

  test.each([
    ['Upper Case', 'Upper Case'],
    ['straße', 'straße'],
    ['a/b\\c|d', 'a-b-c-d'],
    ['says "hi": <b>*?', 'says hi b'],
    ['line\nbreak\u0000\u202e', 'line break'],
    ['trailing. . ', 'trailing'],
    ['  leading', 'leading'],
    ['..', 'unnamed'],
    ['.', 'unnamed'],
    ['', 'unnamed'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['com1', '_com1'],
    ['.git', '_.git'],
    ['__recordings__', '___recordings__'],
    ['e\u0301te', 'éte'],
    ['again (2)', 'again (2)'],
    ['mine ~01234567', 'mine ~01234567'],
    ['suite.jsonl', 'suite.jsonl'],
    ['suite.md', 'suite.md'],
    ['\ud800', 'unnamed'],
    ['👩‍🔬 works', '👩‍🔬 works'],
  ])('adds a hash to %j, where something was lost or could be taken for another', (name, readable) => {
    expect(safeName(name)).toMatch(hashed)
    expect(safeName(name).replace(hashed, '')).toBe(readable)
  })

  test('is cut at 80 characters and 180 bytes, never inside a character', () => {
    for (const name of [
      'a'.repeat(300),
      '雨'.repeat(300),
      '🌧'.repeat(300),
      `${'a'.repeat(69)}. b${'c'.repeat(40)}`,
    ]) {
      expect([...safeName(name)].length).toBeLessThanOrEqual(80)
      expect(Buffer.byteLength(safeName(name))).toBeLessThanOrEqual(180)
      expect(safeName(name)).toMatch(hashed)
      expect(safeName(name)).not.toMatch(/\ufffd|[ .] ~/)
    }
  })
})

const awkward = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('a', 'A', 'ſ', 's', 'ς', 'σ', 'é', 'e\u0301', '/', '.', ' ', '\u200d', '\ud83d'),
    maxLength: 5,
  }),
  fc.constantFrom(
    'x',
    'x (2)',
    'x (3)',
    'X',
    'x.',
    'x.jsonl',
    'x.md',
    '_file',
    'con',
    '',
    '..',
    'a'.repeat(90),
    `${'a'.repeat(90)}b`,
  ),
  fc.string({ maxLength: 4 }).map((name) => safeName(name)),
  fc.string({ maxLength: 4 }).map((name) => `${safeName(name)} (2)`),
)

const place = fc.record({
  file: fc.constant('a.test.ts'),
  suitePath: fc.array(awkward, { maxLength: 2 }),
  name: awkward,
  occurrence: fc.nat({ max: 2 }),
})

/** What a file system that counts neither case nor Unicode form takes for the same. */
function folded(path: string): string {
  return path
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

describe('two tests of a file', () => {
  test('never share a file, not even where case and Unicode form do not count', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        for (const fold of [
          (path: string) => path,
          (path: string) => path.normalize('NFC').toLowerCase(),
          (path: string) => path.normalize('NFD').toUpperCase(),
        ]) {
          expect(fold(cassettePath(one))).not.toBe(fold(cassettePath(other)))
        }
      }),
      { numRuns: 5000 },
    )
  })

  test('never need a folder where the other needs a file', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        const parts = cassettePath(one).split('/').slice(0, -1)
        const folders = parts.map((_, index) => folded(parts.slice(0, index + 1).join('/')))
        const files = [cassettePath(other), transcriptPath(cassettePath(other)), fileSessionPath('a.test.ts')]
        for (const file of files) expect(folders).not.toContain(folded(file))
      }),
      { numRuns: 5000 },
    )
  })

  test('have paths that every file system takes', () => {
    fc.assert(
      fc.property(place, (one) => {
        for (const part of cassettePath(one).split('/')) {
          expect(part).not.toMatch(/[\p{Cc}<>:"\\|?*]|[ .]$|^\.{0,2}$/u)
          expect(part).toBe(part.normalize('NFC'))
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200)
          expect(Buffer.from(part).toString()).toBe(part)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
