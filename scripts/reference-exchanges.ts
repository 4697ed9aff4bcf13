import { startProvider } from '../examples/provider/provider.ts'
import { encodePiece, payloadKind } from '../src/cassette/payload.ts'
import type { RecordedCall } from '../src/cassette/records.ts'
import { captureRequest, readRequest } from '../src/intercept/capture.ts'
import { keptHeaders } from '../src/intercept/response-headers.ts'
import { isStreamed } from '../src/intercept/streamed.ts'
import { recogniseCall } from '../src/providers/recognise.ts'
import { createRedactor } from '../src/redact/create.ts'
import { chatCases } from '../test/providers/chat-cases.ts'

/** A request for a reference cassette: where it goes, and what it says. */
interface Ask {
  url: string
  body: object
}

/** Bytes of a piece of a stream, so that pieces end anywhere. */
const pieceSize = 90

const chats = (name: string, origin: string, model: string): Ask[] => {
  const chat = chatCases.find((one) => one.name === name)
  if (!chat) throw new Error(`no case ${name}`)
  const ask = (answered: boolean, streamed: boolean, wish = ''): Ask => {
    const text = JSON.stringify({
      ...chat.body(answered, streamed),
      ...(/^\/(?:v1beta\/models|model)\//.test(chat.path(streamed)) ? {} : { model }),
    })
    const path = chat
      .path(streamed)
      .replace('/models/m:', `/models/${model}:`)
      .replace('/model/m/', `/model/${encodeURIComponent(model)}/`)
    return {
      url: origin + path,
      body: JSON.parse(text.replace('weather in Oslo?', `weather in Oslo?${wish}`)),
    }
  }
  return [ask(false, false), ask(true, true), ask(true, false, ' please fail with 429')]
}

const openai = 'https://api.openai.com/v1'
const bedrock = 'https://bedrock-runtime.us-east-1.amazonaws.com'

/** By dialect, what its reference cassette asks the loopback provider. */
const asks: Record<string, Ask[]> = {
  gemini: [
    ...chats('gemini, streamed as events', 'https://generativelanguage.googleapis.com', 'gemini-3-flash'),
    ...chats(
      'gemini, streamed as a list',
      'https://generativelanguage.googleapis.com',
      'gemini-3-flash',
    ).slice(1, 2),
  ],
  'gemini-interactions': chats(
    'gemini-interactions',
    'https://generativelanguage.googleapis.com',
    'gemini-3-flash',
  ),
  cohere: [
    ...chats('cohere, version 2', 'https://api.cohere.com', 'command-a'),
    ...chats('cohere, version 1', 'https://api.cohere.com', 'command-r').slice(1, 2),
  ],
  ollama: chats('ollama', 'http://localhost:11434', 'qwen3'),
  'openai-completions': [
    {
      url: `${openai}/completions`,
      body: { model: 'gpt-3.5-turbo-instruct', prompt: 'Once in São Miguel', stream: true },
    },
  ],
  'openai-embeddings': ['float', 'base64'].map((encoding_format) => ({
    url: `${openai}/embeddings`,
    body: { model: 'text-embedding-3-small', input: ['rain', 'sun ☀'], encoding_format },
  })),
  'openai-images': [
    { url: `${openai}/images/generations`, body: { model: 'gpt-image-1', prompt: 'an umbrella' } },
  ],
  'openai-audio': [
    { url: `${openai}/audio/speech`, body: { model: 'tts-1', input: 'Take an umbrella.', voice: 'alloy' } },
  ],
  'bedrock-converse': chats('bedrock-converse', bedrock, 'amazon.nova-lite-v1:0'),
  'bedrock-invoke': [
    ...chats(
      'bedrock-invoke, a model of Anthropic',
      bedrock,
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    ).slice(0, 2),
    {
      url: `${bedrock}/model/meta.llama3-8b-instruct-v1%3A0/invoke-with-response-stream`,
      body: { prompt: 'Once in São Miguel', max_gen_len: 64 },
    },
  ],
  'bedrock-guardrail': [
    {
      url: `${bedrock}/guardrail/abc123/version/1/apply`,
      body: { source: 'INPUT', content: [{ text: { text: 'how to harm the umbrella' } }] },
    },
  ],
  voyage: [
    {
      url: 'https://api.voyageai.com/v1/multimodalembeddings',
      body: { model: 'voyage-multimodal-3', inputs: [{ content: [{ type: 'text', text: 'rain' }] }] },
    },
  ],
  replicate: [
    {
      url: 'https://api.replicate.com/v1/models/meta/llama-4/predictions',
      body: { input: { system_prompt: 'Be brief.', prompt: 'Once in São Miguel' } },
    },
  ],
  huggingface: [
    {
      url: 'https://api-inference.huggingface.co/models/gpt2',
      body: { inputs: 'Once in São Miguel', stream: true },
    },
  ],
  rerank: [
    {
      url: 'https://api.together.xyz/v1/rerank',
      body: { model: 'rerank-1', query: 'umbrellas', documents: ['rain', 'sun'] },
    },
  ],
  'openai-moderations': [
    { url: `${openai}/moderations`, body: { model: 'omni-moderation-latest', input: 'harm the umbrella' } },
  ],
}

/** The calls of the reference cassettes whose answers the loopback provider gives, by dialect. */
export async function referenceExchanges(): Promise<[dialect: string, calls: RecordedCall[]][]> {
  const provider = await startProvider({ pace: 0 })
  try {
    const cassettes: [string, RecordedCall[]][] = []
    for (const [dialect, list] of Object.entries(asks)) {
      const calls: RecordedCall[] = []
      for (const ask of list) calls.push(await record(ask, provider.url, calls.length))
      cassettes.push([dialect, calls])
    }
    return cassettes
  } finally {
    await provider.close()
  }
}

async function record({ url, body }: Ask, origin: string, call_index: number): Promise<RecordedCall> {
  const address = new URL(url)
  const found = recogniseCall(address, 'POST', JSON.parse(JSON.stringify(body)))
  if (found?.telemetry !== false) throw new Error(`not recognised: ${url}`)
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const read = await readRequest(new Request(address, init), address)
  const { dialect } = found
  const { recorded, digest } = captureRequest(
    read,
    found.provider,
    dialect,
    createRedactor({ credentials: [] }),
  )
  const response = await fetch(origin + address.pathname + address.search, {
    ...init,
    headers: { ...init.headers, authorization: 'Bearer sk-reference' },
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const kind = payloadKind(response.headers.get('content-type'))
  const size = isStreamed(response, recorded) ? pieceSize : bytes.length
  const call: RecordedCall = {
    call_index,
    request: recorded,
    digest,
    parents: [],
    response: { status: response.status, headers: keptHeaders(response.headers, dialect.responseHeaders) },
    events: Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => ({
      payload: encodePiece(bytes.subarray(at * size, (at + 1) * size), kind),
      at_ms: 180 + 35 * at,
    })),
    outcome: 'complete',
    error: null,
    usage: null,
  }
  return { ...call, usage: dialect.readAnswer(call).usage }
}
