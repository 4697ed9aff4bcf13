// Runs inside a generated project, as a user's code: the proof copies it there.
import { mkdirSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { plainCopy } from '../../clients/plain-copy.ts'
import { AttemptCounter } from './attempts.ts'

/** What a module of `sdk-matrix/clients` makes of its SDK. `tell` is given every event that the SDK gives. */
export interface MatrixClient {
  /** Asks and reads the whole answer. */
  json(question: string): Promise<unknown>
  /** Asks and reads the answer as it comes. */
  stream(question: string, tell: Tell): Promise<unknown>
  /** Offers a tool, runs it when it is called, and has the model say what it answered. */
  tools(question: string, tell: Tell): Promise<unknown>
  /** As `stream`, but aborts after two events. */
  abort(question: string, tell: Tell): Promise<unknown>
}

type Tell = (event: unknown) => void

/** What the code got from its SDK. */
export interface CellOutcome {
  events: unknown[]
  value: unknown
  error: unknown
}

/** A call that the recording does not have, as the code saw it. */
export interface MissOutcome {
  /** Until the SDK gave up, in milliseconds. */
  ms: number
  attempts: number
  outcome: CellOutcome
}

/** What the tests of mismatches ask several times, in other words each time: in replay, what was not recorded. */
const { SUBJECT = 'autumn' } = process.env
const samples = 5

/** Declares the tests of a row. Each writes what it saw to `$SEEN/ROW/CELL.json`. */
export function declareCells(row: string, createClient: () => MatrixClient): void {
  const client = createClient()
  cell('json', () => saw(() => client.json('Is it cold in March?')))
  cell('stream', () => saw((tell) => client.stream('Is it warm in May?', tell)))
  cell('tools', () => saw((tell) => client.tools('What is the weather in Lisbon?', tell)))
  cell('abort', () => saw((tell) => client.abort('Tell me of the sea.', tell)))
  cell('error', async () => [
    await saw(() => client.json('please fail with 400')),
    await saw((tell) => client.stream('please fail with 404', tell)),
    // An SDK that retries gets its answer in the end.
    await saw(() => client.json('please fail once with 503')),
  ])
  cell('mismatch', () => miss((own, question) => own.json(question)))
  cell('mismatch, streamed', () => miss((own, question, tell) => own.stream(question, tell)))

  function cell(name: string, look: () => Promise<unknown>): void {
    test(name, { timeout: 30_000 }, async () => {
      const folder = `${process.env.SEEN}/${row}`
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${folder}/${name}.json`, JSON.stringify(await look()))
    })
  }

  /** The first call is recorded, so that a mismatch meets a client and an engine that are loaded. */
  async function miss(
    ask: (own: MatrixClient, question: string, tell: Tell) => Promise<unknown>,
  ): Promise<MissOutcome[]> {
    const attempts = new AttemptCounter()
    try {
      // Made now: many clients take the fetch that they find when they are made.
      const own = createClient()
      await ask(own, 'Is it dry in June?', () => {})
      const told: MissOutcome[] = []
      for (let year = 1; year <= samples; year++) {
        const question = `Does it rain in ${SUBJECT} of year ${year}?`
        attempts.restart(question)
        const started = performance.now()
        const outcome = await saw((tell) => ask(own, question, tell))
        const ms = performance.now() - started
        told.push({ ms, attempts: attempts.count, outcome })
      }
      return told
    } finally {
      attempts.stop()
    }
  }
}

async function saw(act: (tell: Tell) => Promise<unknown>): Promise<CellOutcome> {
  const outcome: CellOutcome = { events: [], value: null, error: null }
  try {
    outcome.value = (await act((event) => outcome.events.push(plainCopy(event)))) ?? null
  } catch (error) {
    outcome.error = error
  }
  return plainCopy(outcome) as CellOutcome
}
