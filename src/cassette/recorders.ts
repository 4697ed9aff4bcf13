import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isJsonObject } from '../json/value.ts'
import { sha256 } from './chain.ts'
import { prepareRetakeFolder, RETAKE_FOLDER } from './retake-folder.ts'
import { stampOf } from './stamp.ts'

/** Folder of the memory inside `.retake`. */
const RECORDERS_FOLDER = 'recorders'

/** The project of a workspace that records, and the run in which it does. */
export interface Recorder {
  project: string
  /** Process id of the runner that started all workers of the run. */
  run: number
}

/** What is remembered of a cassette: who made its content what it is. */
interface Memory {
  run: number
  /** Of the cassette; when it was replaced otherwise since, nobody here is to blame. */
  stamp: string
  projects: string[]
}

/**
 * The other projects that made a cassette what it is, in the same run. None where the recorder itself is among those who
 * did: it then replaces what it has recorded itself (a retry, a second round in watch mode).
 */
export function otherRecorders(root: string, cassettePath: string, { project, run }: Recorder): string[] {
  const memory = read(root, cassettePath)
  if (memory?.run !== run || memory.stamp !== stampOf(cassettePath)) return []
  return memory.projects.includes(project) ? [] : memory.projects
}

/**
 * Remembers that a project recorded a cassette; call it under the cassette's lock, after it was written.
 *
 * @param joins it recorded the same as those before it
 */
export function rememberRecorder(
  root: string,
  cassettePath: string,
  recorder: Recorder,
  joins: boolean,
): void {
  const { project, run } = recorder
  const before = joins ? read(root, cassettePath) : null
  const earlier = before?.run === run ? before.projects : []
  const memory: Memory = {
    run,
    stamp: stampOf(cassettePath),
    projects: [...new Set([...earlier, project])].sort(),
  }
  prepareRetakeFolder(root, RECORDERS_FOLDER)
  writeFileSync(placeOf(root, cassettePath), `${JSON.stringify(memory)}\n`)
}

function read(root: string, cassettePath: string): Memory | null {
  try {
    const value: unknown = JSON.parse(readFileSync(placeOf(root, cassettePath), 'utf8'))
    return isJsonObject(value) && Array.isArray(value.projects) ? (value as unknown as Memory) : null
  } catch {
    return null
  }
}

function placeOf(root: string, cassettePath: string): string {
  const name = sha256(relative(root, cassettePath).replaceAll('\\', '/')).slice(0, 16)
  return join(root, RETAKE_FOLDER, RECORDERS_FOLDER, `${name}.json`)
}
