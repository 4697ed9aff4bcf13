import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineReadsStdout, writeSummary } from '../../../src/report/reporter/output.ts'
import { summarise } from '../../../src/report/reporter/summarise.ts'
import { facts, replayed, tallied } from './sample.ts'

class JUnitReporter {}

type Config = Parameters<typeof machineReadsStdout>[0]

test.each<[string, boolean, object]>([
  ['the default reporter', false, { reporters: [['default', {}]] }],
  [
    'json',
    true,
    {
      reporters: [
        ['default', {}],
        ['json', {}],
      ],
    },
  ],
  ['json into a file of its own', false, { reporters: [['json', { outputFile: 'out.json' }]] }],
  ['junit into the file of all', false, { reporters: [['junit', {}]], outputFile: 'out.xml' }],
  ['json where only junit has a file', true, { reporters: [['json', {}]], outputFile: { junit: 'out.xml' } }],
  ['tap', true, { reporters: [['tap', {}]] }],
  ['blob, which writes a file', false, { reporters: [['blob', {}]] }],
  ['an instance of junit', true, { reporters: [new JUnitReporter()] }],
  ['a reporter of the user', false, { reporters: [['./mine.ts', {}], { onInit() {} }] }],
])('whether a machine reads stdout: %s', (_, reads, config) => {
  expect(machineReadsStdout(config as Config)).toBe(reads)
})

test('the JSON summary is the summary, in a folder that is made for it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'retake-summary-'))
  try {
    const summary = summarise([tallied(replayed(2))], facts())
    writeSummary(join(folder, 'deep', 'retake.json'), summary)
    expect(JSON.parse(readFileSync(join(folder, 'deep', 'retake.json'), 'utf8'))).toEqual(summary)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
