import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CommandResult, UserProject } from '../../test/support/user-project.ts'
import type { PlannedRequest, SeenAnswer } from '../clients/fetch-client.ts'
import type { PlannedCall } from '../clients/sdk-client.ts'

/** The key that the client sends while recording. Of no vendor's shape, so that only removal by value finds it. */
export const recordingKey = 'recording-machine-0123456789abcdef'

/** A run of a proof's project: without Retake, recording, or replaying with no key and nobody there. */
export type Run = 'live' | 'record' | 'replay'

export interface PlayProjectOptions {
  /** The module of `proofs/clients` whose `play` makes the calls. */
  client: 'fetch-client.ts' | 'sdk-client.ts'
  /** Over how many files the tests are spread. */
  testFiles: number
  /** The source of `retake.config.ts`. */
  config: string
}

/** Makes a project whose tests, one per plan, make the planned calls and write down what they saw. */
export async function createPlayProject(
  plans: Map<string, PlannedRequest[] | PlannedCall[]>,
  { client, testFiles, config }: PlayProjectOptions,
): Promise<UserProject> {
  const names = [...plans.keys()]
  const files: Record<string, string> = {
    'src/client.ts': clientSource(client),
    'src/plain-copy.ts': clientSource('plain-copy.ts'),
    'retake.config.ts': config,
  }
  for (const [name, plan] of plans) files[`plans/${name}.json`] = JSON.stringify(plan)
  for (let at = 0; at < testFiles; at++) {
    const own = names.filter((_, index) => index % testFiles === at)
    if (own.length > 0) files[`src/part-${at}.test.ts`] = testFile(own)
  }
  return UserProject.create(files)
}

function clientSource(name: string): string {
  return readFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), '../clients', name), 'utf8')
}

/** Runs all tests of the project. */
export function runProject(project: UserProject, run: Run): Promise<CommandResult> {
  return project.vitest([], { env: { ...environments[run], SEEN: `seen/${run}` }, timeout: 300_000 })
}

const keys = { OPENAI_API_KEY: recordingKey, ANTHROPIC_API_KEY: recordingKey }

const environments: Record<Run, Record<string, string>> = {
  live: { RETAKE: 'off', ...keys },
  record: { RETAKE: 'record', ...keys },
  replay: {},
}

/** What a test wrote down in a run; `null` where it did not come so far. */
export function readSeen<T = SeenAnswer[]>(project: UserProject, run: Run, name: string): T | null {
  const file = project.path(`seen/${run}/${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null
}

function testFile(names: string[]): string {
  return [
    "import { test } from 'vitest'",
    "import { play } from './client'",
    ...names.map((name) => `test('${name}', { timeout: 60_000 }, () => play('${name}'))`),
    '',
  ].join('\n')
}
