import { beforeAll, expect, test, vi } from 'vitest'

// What `node:path` is on Windows; the file system is not touched here.
vi.mock('node:path', async (original) => {
  const path = await original<typeof import('node:path')>()
  return { ...path.win32, default: path.win32 }
})

let modules: {
  showPath: typeof import('../../src/cassette/open.ts').showPath
  recordingsRoot: typeof import('../../src/cassette/git-attributes.ts').recordingsRoot
  orphansOfRun: typeof import('../../src/cassette/orphans.ts').orphansOfRun
  FileScope: typeof import('../../src/session/file-scope.ts').FileScope
}
beforeAll(async () => {
  const [{ showPath }, { recordingsRoot }, { orphansOfRun }, { FileScope }] = await Promise.all([
    import('../../src/cassette/open.ts'),
    import('../../src/cassette/git-attributes.ts'),
    import('../../src/cassette/orphans.ts'),
    import('../../src/session/file-scope.ts'),
  ])
  modules = { showPath, recordingsRoot, orphansOfRun, FileScope }
})

const cassette = 'C:\\work\\app\\src\\__recordings__\\a.test.ts\\suite\\asks.jsonl'

test('a test file that Vitest knows with forward slashes has its cassette where Windows has it', () => {
  const runner = { project: null } as never
  const file = new modules.FileScope('C:/work/app/src/a.test.ts', runner)
  const session = file.open({ suitePath: ['suite'], name: 'asks', occurrence: 0 })
  expect(file.cassetteOf(session)).toBe(cassette)
  expect(file.recordingsFolder).toBe('C:\\work\\app\\src\\__recordings__\\a.test.ts')
})

test('messages show paths with forward slashes, and whole where they are on another drive', () => {
  expect(modules.showPath(cassette, 'C:\\work\\app')).toBe('src/__recordings__/a.test.ts/suite/asks.jsonl')
  expect(modules.showPath(cassette, 'C:/work/app')).toBe('src/__recordings__/a.test.ts/suite/asks.jsonl')
  expect(modules.showPath(cassette, 'D:\\work\\app')).toBe(cassette)
})

test('the recordings folder above a cassette is found, and none above a drive', () => {
  expect(modules.recordingsRoot(cassette)).toBe('C:\\work\\app\\src\\__recordings__')
  expect(modules.recordingsRoot('C:\\work\\asks.jsonl')).toBeNull()
})

test('the recordings on the disk are those of the run, whatever slashes and drive letter either has', () => {
  const stale = cassette.replace('asks', 'gone')
  for (const testFile of ['C:\\work\\app\\src\\a.test.ts', 'c:\\work\\app\\src\\a.test.ts']) {
    const recordings = [{ testFile, isThere: true, cassettes: [cassette, stale] }]
    const run = new Map([['C:/work/app/src/a.test.ts', new Set([cassette.replaceAll('\\', '/')])]])
    expect(modules.orphansOfRun(recordings, run)).toEqual({
      gone: [],
      unused: new Map([['C:/work/app/src/a.test.ts', [stale]]]),
    })
  }
})
