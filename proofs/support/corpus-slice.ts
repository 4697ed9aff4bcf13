import { type CorpusExchange, recordingsOf } from './corpus.ts'
import { MissingRequirement } from './requirement.ts'

type Kind = readonly [what: string, has: (exchange: CorpusExchange) => boolean]

/** What a slice of the corpus must show at least once, in the corpus' own words for it. */
const kinds: readonly Kind[] = [
  ['chat JSON', (one) => isEndpoint(one, 'chat.completions') && !one.response.streaming],
  ['chat stream', (one) => isEndpoint(one, 'chat.completions') && one.response.streaming],
  ['responses JSON', (one) => isEndpoint(one, 'responses') && !one.response.streaming],
  ['responses stream', (one) => isEndpoint(one, 'responses') && one.response.streaming],
  ['messages JSON', (one) => isEndpoint(one, 'messages') && !one.response.streaming],
  ['messages stream', (one) => isEndpoint(one, 'messages') && one.response.streaming],
  ['gzip', (one) => one.features.includes('body-gzip')],
  ['brotli', (one) => one.features.includes('body-br')],
  ['an error status', (one) => one.response.status === 429],
  ['an empty body', (one) => one.features.includes('empty-response')],
  ['no content type', (one) => one.response.contentType === null],
  ['a stream declared as something else', (one) => one.features.includes('sse-without-sse-content-type')],
  ['an error inside a stream', (one) => one.features.includes('mid-stream-error')],
  ['comment lines', (one) => one.features.includes('sse-comment')],
  ['emoji', (one) => one.features.includes('emoji-response')],
  ['another script than Latin', (one) => one.features.includes('non-latin')],
  ['equal requests, different answers', (one) => one.features.includes('repeat-request-diff-response')],
]

/** What a slice must show as well where calls are made without an SDK. */
export const otherKinds: readonly Kind[] = [
  ['Gemini JSON', (one) => isEndpoint(one, 'gemini.generate')],
  ['Gemini events', (one) => isEndpoint(one, 'gemini.stream-sse')],
  ['Gemini list', (one) => isEndpoint(one, 'gemini.stream-json-array')],
  ['Cohere stream', (one) => isEndpoint(one, 'cohere.chat') && one.response.streaming],
  ['Ollama lines', (one) => isEndpoint(one, 'ollama.generate') && one.response.streaming],
  ['embeddings', (one) => isEndpoint(one, 'embeddings')],
  ['a form', (one) => isEndpoint(one, 'audio.transcription')],
  ['Bedrock JSON', (one) => isEndpoint(one, 'bedrock.converse')],
  ['Bedrock events', (one) => isEndpoint(one, 'bedrock.converse-stream')],
  ['Bedrock chunks', (one) => isEndpoint(one, 'bedrock.invoke-stream')],
  ['a ranking', (one) => isEndpoint(one, 'rerank')],
  ['sound', (one) => isEndpoint(one, 'audio.speech')],
]

/** Whole recordings, small ones first, until every kind is there: about a dozen exchanges and one for each further kind. */
export function sliceOfCorpus(
  exchanges: CorpusExchange[],
  furtherKinds: readonly Kind[] = [],
): CorpusExchange[] {
  const recordings = [...recordingsOf(exchanges).values()]
    .filter((recording) => recording.length <= 3)
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))
  const missing = new Set([...kinds, ...furtherKinds])
  const slice: CorpusExchange[] = []
  const gain = (recording: CorpusExchange[]) => [...missing].filter(([, has]) => recording.some(has)).length
  while (missing.size > 0) {
    const best = recordings.reduce((a, b) => (gain(b) > gain(a) ? b : a))
    if (gain(best) === 0)
      throw new MissingRequirement(
        `exchanges of the corpus with ${[...missing].map(([what]) => what).join(', ')}`,
      )
    for (const kind of missing) if (best.some(kind[1])) missing.delete(kind)
    slice.push(...best)
  }
  return slice
}

function isEndpoint({ endpoint }: CorpusExchange, name: string): boolean {
  return endpoint === name
}

function sizeOf(recording: CorpusExchange[]): number {
  return recording.reduce((sum, { response }) => sum + response.bytes.length, 0)
}
