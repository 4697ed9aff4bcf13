import { createHash } from 'node:crypto'
import type { CorpusExchange } from '../support/corpus.ts'
import { vectorChoice } from './read-gemini.ts'
import { choiceOf, type ReadChoice, type Reading } from './reading.ts'
import type { Any } from './wire.ts'

/** Endpoints that answer with no conversation: vectors, images, sound, transcriptions, moderations. */
export function readOther(
  [answer]: Any[],
  { endpoint, response }: CorpusExchange,
  bytes: Uint8Array,
): Omit<Reading, 'failed'> {
  if (endpoint === 'audio.speech') {
    return { choices: [choiceOf({ notes: [mediaNote(response.contentType ?? 'audio', bytes)] })], usage: {} }
  }
  const { usage = {} } = answer
  return {
    choices: [choiceFor(endpoint, answer)],
    usage: {
      input: usage.input_tokens ?? usage.prompt_tokens ?? answer.meta?.billed_units?.input_tokens,
      output: usage.output_tokens,
    },
  }
}

function choiceFor(endpoint: string, answer: Any): ReadChoice {
  if (endpoint === 'audio.transcription') return choiceOf({ texts: [answer.text] })
  if (endpoint === 'images') {
    const images: Any[] = answer.data.map(({ b64_json }: Any) => Buffer.from(b64_json, 'base64'))
    return choiceOf({ notes: images.map((image) => mediaNote('image', image)) })
  }
  if (endpoint === 'moderations') {
    const flags = Object.entries(answer.results[0].categories).filter(([, isFlagged]) => isFlagged)
    return choiceOf({ notes: flags.map(([name]) => `"${name}"`) })
  }
  if (answer.embeddings) return vectorChoice(answer.embeddings.float ?? answer.embeddings)
  const vectors = answer.data.map(({ embedding }: Any) => embedding)
  const isText = typeof vectors[0] === 'string'
  return vectorChoice(vectors, isText ? Buffer.from(vectors[0], 'base64').length / 4 : vectors[0].length)
}

function mediaNote(kind: string, bytes: Uint8Array): string {
  const size = String(bytes.length).replace(/(\d)(?=(\d{3})+$)/g, '$1,')
  return `${kind}, ${size} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`
}
