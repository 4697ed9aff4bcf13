import type { Provider } from './provider.ts'

/**
 * Ids of every dialect. They stand apart from the dialects themselves because the trap and `defineProvider` need the
 * names in files that never make a call, where loading the readers would be waste.
 */
export const dialectIds = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
  'gemini-interactions',
  'cohere',
  'ollama',
  'openai-completions',
  'openai-embeddings',
  'openai-images',
  'openai-audio',
  'openai-moderations',
  'openai-realtime',
  'bedrock-converse',
  'bedrock-invoke',
  'bedrock-guardrail',
  'rerank',
  'voyage',
  'replicate',
  'huggingface',
  'plain',
] as const

export type DialectId = (typeof dialectIds)[number]

/** Of a provider, what decides whether an endpoint with a common name is its own. */
export type EndpointHome = Pick<Provider, 'name' | 'dialect'>

/**
 * Path endings, the first that fits counts. `homes` are the providers at whose hosts alone an ending means this dialect,
 * because elsewhere it is anybody's: a user's own `/api/chat` is not Ollama's.
 */
const endpoints: readonly (readonly [id: DialectId, path: RegExp, homes?: readonly string[]])[] = [
  ['ollama', /\/api\/(?:chat|generate|embed|embeddings)$/, ['ollama']],
  ['cohere', /\/v[12]\/(?:chat|embed|rerank)$/, ['cohere', 'azure', 'azure-ai']],
  // Writer, and Mistral's agents, speak OpenAI's format at an address of their own.
  ['openai-chat', /\/v1\/chat$/, ['writer']],
  ['openai-chat', /\/(?:chat|agents)\/completions$/],
  ['openai-responses', /\/responses(?:\/resp_[^/]+)?$/],
  // Claude on Vertex AI speaks the messages format under a path of Google's.
  [
    'anthropic-messages',
    /\/messages(?:\/count_tokens)?$|\/publishers\/anthropic\/models\/[^/]+:(?:streamR|r)awPredict$/,
  ],
  [
    'gemini',
    /:(?:generateContent|streamGenerateContent|countTokens|embedContent|batchEmbedContents)$|\/publishers\/google\/models\/[^/]+:predict$/,
  ],
  ['gemini-interactions', /\/interactions$/, ['google', 'google-vertex']],
  ['openai-completions', /\/completions$/],
  ['openai-embeddings', /\/embeddings$/],
  ['openai-images', /\/images\/(?:generations|edits|variations)$/],
  ['openai-audio', /\/audio\/(?:speech|transcriptions|translations)$/],
  ['openai-moderations', /\/moderations$/],
  // Azure has it below /openai, its newer address below /openai/v1.
  ['openai-realtime', /\/(?:v1|openai)\/realtime$/],
  ['bedrock-converse', /\/model\/.+\/(?:converse|converse-stream|count-tokens)$/],
  ['bedrock-invoke', /\/model\/.+\/(?:invoke|invoke-with-response-stream)$/],
  ['bedrock-guardrail', /\/guardrail\/.+\/version\/[^/]+\/apply$/],
  ['rerank', /\/rerank$/, ['voyage', 'together', 'huggingface', 'jina', 'deepinfra']],
  ['rerank', /\/v1\/inference\/.*rerank[^/]*$/i, ['deepinfra']],
  ['voyage', /\/(?:multimodal|contextualized)embeddings$/],
  // Predictions, and the streams that they name.
  ['replicate', /\/predictions(?:\/[^/]+(?:\/cancel)?)?$|\/v1\/(?:streams|files)\/[^/]+$/, ['replicate']],
  // By model, by task, and the servers of endpoints of one's own.
  [
    'huggingface',
    /\/(?:models|pipeline)\/.+|\/(?:generate|generate_stream|embed|predict)$|^\/$/,
    ['huggingface'],
  ],
]

/**
 * The dialect whose endpoint a URL path is, by its end, so that any base path of a gateway fits; `null` for other paths.
 *
 * @param home who serves the host; unknown hosts have the endpoints with names of their own only
 */
export function endpointDialect(pathname: string, home?: EndpointHome | null): DialectId | null {
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  for (const [id, pattern, homes] of endpoints) {
    const isHome = !homes || (home && (homes.includes(home.name) || home.dialect === id))
    if (isHome && pattern.test(path)) return id
  }
  return null
}
