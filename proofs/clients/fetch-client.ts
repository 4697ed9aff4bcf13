// Runs inside a generated project, as a user's code: proofs copy it there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

/** A request to make, as a file of the project tells it. */
export interface PlannedRequest {
  url: string
  method: string
  headers: [name: string, value: string][]
  body_base64: string
}

/** What a client saw of an answer. */
export interface SeenAnswer {
  status: number
  url: string
  headers: [name: string, value: string][]
  pieces_base64: string[]
}

/** Makes the requests of `plans/NAME.json` one after the other and writes what came back to `$SEEN/NAME.json`. */
export async function play(name: string): Promise<void> {
  const plan = JSON.parse(readFileSync(`plans/${name}.json`, 'utf8')) as PlannedRequest[]
  const seen: SeenAnswer[] = []
  for (const request of plan) seen.push(await see(request))
  const folder = process.env.SEEN ?? 'seen'
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(seen))
}

async function see({ url, method, headers, body_base64 }: PlannedRequest): Promise<SeenAnswer> {
  const authorization: [string, string] = ['authorization', `Bearer ${process.env.OPENAI_API_KEY}`]
  const body = method === 'GET' ? null : Buffer.from(body_base64, 'base64')
  const response = await fetch(url, { method, headers: [...headers, authorization], body })
  const pieces: string[] = []
  const reader = response.body?.getReader()
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    pieces.push(Buffer.from(piece.value).toString('base64'))
  }
  return { status: response.status, url: response.url, headers: [...response.headers], pieces_base64: pieces }
}
