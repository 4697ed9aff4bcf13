import { readFileSync } from 'node:fs'
import { transcriptPath } from '../cassette/path.ts'
import type { Cassette } from '../cassette/records.ts'
import { verifyTranscript } from './verify-transcript.ts'

/** A line of a file, for people to open; lines count from 1, `null` where none is known. */
export interface Place {
  /** Absolute. */
  path: string
  line: number | null
}

/**
 * Where a recorded call is to be read: the line of its heading in the transcript, or that of its request in the cassette
 * where the transcript beside it is not its own. Past the end there is no line. Never throws.
 */
export function placeOfCall(cassette: Cassette, callIndex: number): Place {
  const fault = verifyTranscript(cassette, { root: cassette.path, command: '' })
  const path = fault ? cassette.path : transcriptPath(cassette.path)
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    const start = fault ? `{"type":"request","call_index":${callIndex},` : `## Call ${callIndex} `
    const at = fault ? lines.findIndex((line) => line.startsWith(start)) : findHeading(lines, start)
    return { path, line: at < 0 ? null : at + 1 }
  } catch {
    return { path, line: null }
  }
}

/** Passes over fenced blocks, where recorded text may look like a heading. */
function findHeading(lines: readonly string[], start: string): number {
  let fence: string | null = null
  for (const [at, line] of lines.entries()) {
    if (fence !== null) {
      if (line.trimEnd() === fence) fence = null
    } else if (line.startsWith(start)) return at
    else fence = /^`{3,}/.exec(line)?.[0] ?? null
  }
  return -1
}
