import { createServer, request as httpRequest } from 'node:http'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { closeServer, listenOnLoopback } from '../support/loopback.ts'

/** What one client library sends with a JSON request of its own accord, as a server sees it. */
export interface ClientHeaders {
  client: string
  /** `true`: speaks Anthropic's API, and so names its version. */
  anthropic: boolean
  headers: [name: string, value: string][]
}

/**
 * Measures the headers of real clients against a loopback server: the OpenAI and Anthropic SDKs, the AI SDK with both
 * providers, global `fetch`, and `node:http` with what axios sends.
 */
export async function measureClientHeaders(): Promise<ClientHeaders[]> {
  let seen: [string, string][] = []
  const server = createServer((request, response) => {
    const raw = request.rawHeaders
    seen = raw.flatMap((name, at): [string, string][] =>
      at % 2 === 0 ? [[name, raw[at + 1] as string]] : [],
    )
    request
      .resume()
      .on('end', () => response.writeHead(400, { 'content-type': 'application/json' }).end('{}'))
  })
  const base = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const measured: ClientHeaders[] = []
  try {
    for (const [client, anthropic, call] of clients(base)) {
      seen = []
      // The answer is an error on purpose; only the request matters.
      await call().catch(() => undefined)
      if (seen.length === 0) throw new Error(`${client} sent no request`)
      measured.push({ client, anthropic, headers: seen })
    }
  } finally {
    await closeServer(server)
  }
  return measured
}

type Client = [name: string, anthropic: boolean, call: () => Promise<unknown>]

function clients(base: string): Client[] {
  const apiKey = 'sk-measured-0123456789'
  const prompt = 'x'
  const openai = new OpenAI({
    apiKey,
    baseURL: base,
    maxRetries: 0,
    organization: 'org-1',
    project: 'proj-1',
  })
  const browser = new Anthropic({ apiKey, baseURL: base, maxRetries: 0, dangerouslyAllowBrowser: true })
  const aiOpenai = createOpenAI({ apiKey, baseURL: base })
  const aiAnthropic = createAnthropic({ apiKey, baseURL: base })
  const messages = [{ role: 'user' as const, content: prompt }]
  return [
    ['openai', false, () => openai.chat.completions.create({ model: 'm', messages })],
    [
      'openai, streaming',
      false,
      async () => openai.chat.completions.create({ model: 'm', messages, stream: true }),
    ],
    ['anthropic', true, () => browser.messages.create({ model: 'm', max_tokens: 1, messages })],
    ['ai with openai', false, () => generateText({ model: aiOpenai.chat('m'), prompt, maxRetries: 0 })],
    ['ai with anthropic', true, () => generateText({ model: aiAnthropic('m'), prompt, maxRetries: 0 })],
    [
      'fetch',
      false,
      () => fetch(base, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }),
    ],
    ['node:http as axios uses it', false, () => axiosLike(base)],
  ]
}

function axiosLike(base: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      Accept: 'application/json, text/plain, */*',
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'axios/1.7.9',
      'Accept-Encoding': 'gzip, compress, deflate, br',
      'Content-Length': '2',
    }
    const request = httpRequest(base, { method: 'POST', headers }, (response) => {
      response.resume().on('end', resolve)
    })
    request.on('error', reject).end('{}')
  })
}
