import { readCassette } from '../src/cassette/open.ts'
import { decodePayload } from '../src/cassette/payload.ts'
import type { UserProject } from '../test/support/user-project.ts'
import type { PlannedRequest, SeenAnswer } from './clients/fetch-client.ts'
import { serveOddStreams } from './pieces/odd-server.ts'
import { type OddStream, oddStreams } from './pieces/odd-streams.ts'
import type { Proof } from './proof.ts'
import { createPlayProject, readSeen, runProject } from './support/play-project.ts'

/** Streams that one test reads, one after the other. */
const perTest = 8

const proof: Proof = {
  name: 'pieces',
  promise:
    'a stream written in odd pieces replays in the very pieces that were recorded, in number and content',
  async run({ slice, log }) {
    const streams = oddStreams(slice)
    const server = await serveOddStreams(streams)
    const project = await createPlayProject(plansOf(streams, server.origin), {
      client: 'fetch-client.ts',
      testFiles: slice ? 1 : 3,
      config: 'export default {}\n',
    })
    try {
      const recorded = await runProject(project, 'record')
      await server.close()
      const replayed = await runProject(project, 'replay')
      const differences = [recorded, replayed].filter(({ code }) => code !== 0).map(({ output }) => output)
      let pieces = 0
      for (const [at, stream] of streams.entries()) {
        const seen = seenOf(project, at)
        pieces += seen.recorded?.length ?? 0
        const difference = compare(stream, seen)
        if (difference) differences.push(`${stream.name}: ${difference}`)
      }
      for (const line of differences.slice(0, 30)) log(line.slice(0, 4_000))
      const written = streams.reduce((sum, stream) => sum + stream.pieces.length, 0)
      log(`${written} pieces written`)
      return {
        figure: `${pieces} pieces in ${streams.length} streams, ${differences.length} differences`,
        // Pieces may be joined on their way, but not so many that nothing was tried.
        ok: differences.length === 0 && pieces > written / 2,
      }
    } finally {
      await server.close()
      project.remove()
    }
  },
}

export default proof

interface SeenPieces {
  recorded: Buffer[] | null
  replayed: Buffer[] | null
  /** As the cassette holds them. */
  kept: Buffer[] | null
}

/** What is wrong with a stream; `null` where nothing is. */
function compare({ body }: OddStream, { recorded, replayed, kept }: SeenPieces): string | null {
  if (!recorded || !replayed || !kept) return 'the test saw no answer'
  if (!Buffer.concat(recorded).equals(body)) return 'the recording client did not get what the server sent'
  return differ('replayed', recorded, replayed) ?? differ('in the cassette', recorded, kept)
}

function differ(what: string, recorded: Buffer[], other: Buffer[]): string | null {
  if (other.length !== recorded.length) return `${other.length} pieces ${what}, ${recorded.length} recorded`
  const at = recorded.findIndex((piece, index) => !piece.equals(other[index] as Buffer))
  if (at === -1) return null
  const [got, wanted] = [other[at], recorded[at]].map((piece) => JSON.stringify(piece?.toString('latin1')))
  return `piece ${at} ${what}: ${got}, recorded: ${wanted}`
}

function seenOf(project: UserProject, at: number): SeenPieces {
  const name = testOf(at)
  const pieces = (seen: SeenAnswer[] | null) =>
    seen?.[at % perTest]?.pieces_base64.map((piece) => Buffer.from(piece, 'base64')) ?? null
  const cassette = project.files('src').find((path) => path.endsWith(`/${name}.jsonl`))
  const call = cassette && readCassette(project.path(cassette)).calls[at % perTest]
  return {
    recorded: pieces(readSeen(project, 'record', name)),
    replayed: pieces(readSeen(project, 'replay', name)),
    kept: call ? call.events.map(({ payload }) => Buffer.from(decodePayload(payload))) : null,
  }
}

function plansOf(streams: readonly OddStream[], origin: string): Map<string, PlannedRequest[]> {
  const plans = new Map<string, PlannedRequest[]>()
  for (const [at, { name }] of streams.entries()) {
    const body = { model: 'odd', stream: true, messages: [{ role: 'user', content: name }] }
    const request: PlannedRequest = {
      url: `${origin}/${at}/v1/chat/completions`,
      method: 'POST',
      headers: [['content-type', 'application/json']],
      body_base64: Buffer.from(JSON.stringify(body)).toString('base64'),
    }
    plans.set(testOf(at), [...(plans.get(testOf(at)) ?? []), request])
  }
  return plans
}

function testOf(at: number): string {
  return `streams-${Math.floor(at / perTest)}`
}
