// Runs inside a generated project, as a user's code: proofs copy it there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { generateText, type LanguageModel, streamText } from 'ai'
import OpenAI from 'openai'
import { vi } from 'vitest'
import { plainCopy } from './plain-copy.ts'

/** A call to make, as a file of the project tells it. */
export interface PlannedCall {
  /** The vendor's own SDK, or Vercel's. */
  sdk: 'vendor' | 'ai'
  endpoint: 'chat.completions' | 'responses' | 'messages'
  streaming: boolean
  /** Leaves a stream after so many events; `null`: reads it to the end. */
  leaveAfter: number | null
  maxRetries: number
  /** Of the server, with the prefix that chooses the answer. */
  origin: string
}

/** What the code got from its SDK. */
export interface CallOutcome {
  events: unknown[]
  value: unknown
  error: unknown
}

const model = 'model-of-the-corpus'

/** Makes the calls of `plans/NAME.json` one after the other and writes what they came to, to `$SEEN/NAME.json`. */
export async function play(name: string): Promise<void> {
  const plan = JSON.parse(readFileSync(`plans/${name}.json`, 'utf8')) as PlannedCall[]
  // What the SDKs make up themselves (ids, dates) is the same in every run.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
  const outcomes: CallOutcome[] = []
  for (const call of plan) {
    const outcome: CallOutcome = { events: [], value: null, error: null }
    try {
      outcome.value = await perform(call, (event) => outcome.events.push(plainCopy(event)))
    } catch (error) {
      outcome.error = error
    }
    outcomes.push(plainCopy(outcome) as CallOutcome)
  }
  const folder = process.env.SEEN ?? 'seen'
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(outcomes))
}

type Tell = (event: unknown) => void

function perform(call: PlannedCall, tell: Tell): Promise<unknown> {
  if (call.sdk === 'ai') return call.streaming ? streamByAi(call, tell) : generateByAi(call)
  const act = { 'chat.completions': chat, responses, messages }[call.endpoint]
  return act(call, tell)
}

async function chat(
  { origin, streaming, leaveAfter, maxRetries }: PlannedCall,
  tell: Tell,
): Promise<unknown> {
  const client = new OpenAI({ baseURL: `${origin}/v1`, maxRetries })
  const body = { model, messages: [{ role: 'user' as const, content: promptFor(leaveAfter) }] }
  if (!streaming) return withRequestId(await client.chat.completions.create(body))
  if (leaveAfter !== null)
    return leave(await client.chat.completions.create({ ...body, stream: true }), leaveAfter, tell)
  const stream = client.chat.completions.stream(body)
  return toEnd(stream, stream.finalChatCompletion(), tell)
}

async function responses(
  { origin, streaming, leaveAfter, maxRetries }: PlannedCall,
  tell: Tell,
): Promise<unknown> {
  const client = new OpenAI({ baseURL: `${origin}/v1`, maxRetries })
  const body = { model, input: promptFor(leaveAfter) }
  if (!streaming) return withRequestId(await client.responses.create(body))
  if (leaveAfter !== null)
    return leave(await client.responses.create({ ...body, stream: true }), leaveAfter, tell)
  const stream = client.responses.stream(body)
  return toEnd(stream, stream.finalResponse(), tell)
}

async function messages(
  { origin, streaming, leaveAfter, maxRetries }: PlannedCall,
  tell: Tell,
): Promise<unknown> {
  const client = new Anthropic({ baseURL: origin, maxRetries })
  const prompt = [{ role: 'user' as const, content: promptFor(leaveAfter) }]
  const body = { model, max_tokens: 64, messages: prompt }
  if (!streaming) return withRequestId(await client.messages.create(body))
  if (leaveAfter !== null)
    return leave(await client.messages.create({ ...body, stream: true }), leaveAfter, tell)
  const stream = client.messages.stream(body)
  return toEnd(stream, stream.finalMessage(), tell)
}

async function generateByAi(call: PlannedCall): Promise<unknown> {
  const { maxRetries } = call
  const result = await generateText({ model: aiModel(call), prompt: promptFor(null), maxRetries })
  const { content, finishReason, usage, warnings, providerMetadata, response } = result
  return { content, finishReason, usage, warnings, providerMetadata, response }
}

async function streamByAi(call: PlannedCall, tell: Tell): Promise<unknown> {
  const { maxRetries } = call
  const result = streamText({
    model: aiModel(call),
    prompt: promptFor(null),
    maxRetries,
    includeRawChunks: true,
    // Told as an event; the default prints it.
    onError: () => {},
  })
  for await (const part of result.fullStream) tell(part)
  return Promise.allSettled([result.content, result.finishReason, result.usage, result.providerMetadata])
}

function aiModel({ endpoint, origin }: PlannedCall): LanguageModel {
  const baseURL = `${origin}/v1`
  if (endpoint === 'messages') return createAnthropic({ baseURL })(model)
  const provider = createOpenAI({ baseURL })
  return endpoint === 'responses' ? provider.responses(model) : provider.chat(model)
}

async function toEnd(stream: AsyncIterable<unknown>, final: Promise<unknown>, tell: Tell): Promise<unknown> {
  // The loop tells its error; this promise has the same one, perhaps before anybody waits for it.
  final.catch(() => {})
  for await (const event of stream) tell(event)
  return final
}

async function leave(stream: AsyncIterable<unknown>, after: number, tell: Tell): Promise<string> {
  let count = 0
  for await (const event of stream) {
    tell(event)
    count += 1
    if (count >= after) break
  }
  return 'left'
}

function promptFor(leaveAfter: number | null): string {
  return leaveAfter === null ? 'Go on to the end.' : 'Go on; I may leave.'
}

/** The SDKs hide the request id from `JSON.stringify`. */
function withRequestId(value: object & { _request_id?: string | null }): unknown {
  return { value, request_id: value._request_id }
}
