import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readLastFullRun, rememberFullRun } from '../../src/cassette/last-full-run.ts'
import { orphansOfRun, orphansOnDisk } from '../../src/cassette/orphans.ts'
import { listRecordings } from '../../src/cassette/recordings-tree.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'retake-orphans-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const at = (path: string) => join(root, path)

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), path)
  }
}

const here = 'src/__recordings__/a.test.ts'

async function onDisk() {
  return orphansOnDisk(await listRecordings(root), () => root)
}

test('recordings are found by test file, whatever suites they stand in; foreign folders are passed over', async () => {
  write('src/a.test.ts', `${here}/x.jsonl`, `${here}/suite/y.jsonl`, `${here}/y.md`)
  write('node_modules/p/__recordings__/a.test.ts/x.jsonl', '.cache/__recordings__/a.test.ts/x.jsonl')
  write('old/__recordings__/gone.test.ts/z.jsonl', 'src/__recordings__/a.test.ts @node/x.jsonl')
  expect(await listRecordings(root)).toEqual([
    {
      testFile: at('old/gone.test.ts'),
      isThere: false,
      cassettes: [at('old/__recordings__/gone.test.ts/z.jsonl')],
    },
    {
      testFile: at('src/a.test.ts'),
      isThere: true,
      cassettes: [at(`${here}/suite/y.jsonl`), at(`${here}/x.jsonl`)],
    },
    {
      testFile: at('src/a.test.ts'),
      isThere: true,
      cassettes: [at('src/__recordings__/a.test.ts @node/x.jsonl')],
    },
  ])
})

test('a run finds what none of its tests has, and what has no test file; other files are not judged', async () => {
  write('src/a.test.ts', 'src/b.test.ts', `${here}/x.jsonl`, `${here}/old.jsonl`)
  write('src/__recordings__/b.test.ts/x.jsonl', 'src/__recordings__/gone.test.ts/x.jsonl')
  const run = new Map([
    [at('src/a.test.ts'), new Set([at(`${here}/x.jsonl`), at(`${here}/never made.jsonl`)])],
  ])
  expect(orphansOfRun(await listRecordings(root), run)).toEqual({
    gone: [at('src/__recordings__/gone.test.ts/x.jsonl')],
    unused: new Map([[at('src/a.test.ts'), [at(`${here}/old.jsonl`)]]]),
  })
})

test('names count as equal in every Unicode form', async () => {
  write('src/a.test.ts', `${here}/caf\u0065\u0301.jsonl`)
  const run = new Map([[at('src/a.test.ts'), new Set([at(`${here}/caf\u00e9.jsonl`)])]])
  expect(orphansOfRun(await listRecordings(root), run).unused.get(at('src/a.test.ts'))).toEqual([])
})

test('without a full run only recordings whose test file is gone can be removed', async () => {
  write('src/a.test.ts', `${here}/old.jsonl`, 'src/__recordings__/gone.test.ts/x.jsonl')
  expect(await onDisk()).toEqual({
    orphans: [at('src/__recordings__/gone.test.ts/x.jsonl')],
    changed: [],
    known: false,
  })
})

test('what the last full run found unused can be removed', async () => {
  write('src/a.test.ts', `${here}/old.jsonl`, `${here}/x.jsonl`)
  rememberFullRun(root, new Date(), new Map([[at('src/a.test.ts'), [at(`${here}/old.jsonl`)]]]))
  expect(await onDisk()).toEqual({ orphans: [at(`${here}/old.jsonl`)], changed: [], known: true })
})

test('a recording made anew since, or of a test file that has changed since, is not judged by that run', async () => {
  write('src/a.test.ts', `${here}/old.jsonl`, `${here}/older.jsonl`)
  const unused = [at(`${here}/old.jsonl`), at(`${here}/older.jsonl`)]
  rememberFullRun(root, new Date(), new Map([[at('src/a.test.ts'), unused]]))
  writeFileSync(at(`${here}/old.jsonl`), 'recorded again')
  expect((await onDisk()).orphans).toEqual([at(`${here}/older.jsonl`)])
  writeFileSync(at('src/a.test.ts'), 'the test has its name again')
  expect(await onDisk()).toEqual({ orphans: [], changed: [at('src/a.test.ts')], known: true })
})

test('a full run of another config keeps what is known of the files that it does not run', () => {
  write('src/a.test.ts', 'e2e/b.test.ts', `${here}/old.jsonl`)
  rememberFullRun(root, new Date(), new Map([[at('src/a.test.ts'), [at(`${here}/old.jsonl`)]]]))
  rememberFullRun(root, new Date(), new Map([[at('e2e/b.test.ts'), []]]))
  expect(Object.keys(readLastFullRun(root)?.files ?? {})).toEqual(['src/a.test.ts'])
  rememberFullRun(root, new Date(), new Map([[at('src/a.test.ts'), []]]))
  expect(readLastFullRun(root)?.files).toEqual({})
})
