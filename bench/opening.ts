import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Retake from '../src/index.ts'
import { packedRetake } from '../test/support/packed.ts'
import { alternate } from './measure.ts'
import { type OpenedBy, openings, writeRecordings } from './recordings.ts'

/** Milliseconds, one figure for every round. */
export interface Opening {
  open: Map<OpenedBy, number[]>
  /** `JSON.parse` of each line of Retake's cassette, the values kept. */
  parse: number[]
}

/**
 * Measures opening one recording of so many calls with 2 kB answers: with Retake, as published, reading and verifying it;
 * with a peer, what it does before the first call is answered.
 */
export async function measureOpening(calls: number, rounds: number): Promise<Opening> {
  const folder = mkdtempSync(join(tmpdir(), 'retake-bench-'))
  try {
    const cassette = writeRecordings(folder, calls)
    const entry = pathToFileURL(join(await packedRetake(), 'dist', 'index.js')).href
    const { readCassette } = (await import(entry)) as typeof Retake
    const open = { retake: () => readCassette(cassette), ...(await openings(folder)) }
    const names = [...Object.keys(open), 'parse'] as (OpenedBy | 'parse')[]
    const times = await alternate(names, rounds, async (name) => {
      const started = performance.now()
      const kept = name === 'parse' ? parseLines(cassette) : await open[name]()
      const ms = performance.now() - started
      if (!kept) throw new Error(`${name} found no recording`)
      return ms
    })
    const parse = times.get('parse') as number[]
    times.delete('parse')
    return { open: times as Opening['open'], parse }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function parseLines(path: string): unknown[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}
