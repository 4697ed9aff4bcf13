/**
 * The user's code that the situations of `swallow` are made of. `SYSTEM` changes the prompt as an edit would; every attempt
 * that an SDK makes is counted in the file `ATTEMPTS`, the time until it gave up in milliseconds in `TOOK`.
 */
export const agentFiles: Record<string, string> = {
  'src/agent.ts': `import { appendFileSync } from 'node:fs'
const { PROVIDER_URL, ATTEMPTS, TOOK, SYSTEM = 'Answer in one sentence.' } = process.env
const now = performance.now.bind(performance)
const model = 'gpt-5-mini'
const claude = 'claude-test-1'

export const counting = (input, init) => {
  appendFileSync(ATTEMPTS, '.')
  return globalThis.fetch(input, init)
}

// Every client has its SDK's own number of retries. Loaded at need: most situations want one SDK.
const openai = async () =>
  new (await import('openai')).default({ baseURL: PROVIDER_URL + '/v1', fetch: counting })
const anthropic = async () =>
  new (await import('@anthropic-ai/sdk')).default({ baseURL: PROVIDER_URL, fetch: counting })
const aiOpenAI = async () =>
  (await import('@ai-sdk/openai')).createOpenAI({ baseURL: PROVIDER_URL + '/v1', fetch: counting })
const aiAnthropic = async () =>
  (await import('@ai-sdk/anthropic')).createAnthropic({ baseURL: PROVIDER_URL + '/v1', fetch: counting })

const messages = (question, system = SYSTEM) => [{ role: 'system', content: system }, { role: 'user', content: question }]
const prompt = (question) => ({ system: SYSTEM, prompt: question })

const drain = async (stream) => {
  let text = ''
  for await (const part of stream) text += JSON.stringify(part)
  return text
}

const chat = async (question, extra = {}) =>
  (await openai()).chat.completions.create({ model, messages: messages(question), ...extra })
const responses = async (input, extra = {}) =>
  (await openai()).responses.create({ model, instructions: SYSTEM, input, ...extra })
const claudeAsk = (content) => ({ model: claude, max_tokens: 100, system: SYSTEM, messages: [{ role: 'user', content }] })
const generate = async (aiModel, question) => {
  const { generateText } = await import('ai')
  return (await generateText({ model: aiModel, ...prompt(question) })).text
}
const generateName = async (aiModel, question) => {
  const { generateObject, jsonSchema } = await import('ai')
  const schema = jsonSchema({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false })
  return (await generateObject({ model: aiModel, schema, ...prompt(question) })).object
}
const stream = async (aiModel, question) => {
  const { streamText } = await import('ai')
  return drain(streamText({ model: aiModel, onError() {}, ...prompt(question) }).textStream)
}

export const ask = async (question) => (await chat(question)).choices[0].message.content

/** A call without an SDK: the request is made before this returns. */
export const post = async (question, system) => {
  const answer = await counting(PROVIDER_URL + '/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model, messages: messages(question, system) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()).choices[0].message.content
}

export const clients = {
  'openai chat': ask,
  'openai chat stream': async (q) => drain(await chat(q, { stream: true })),
  'openai responses': async (q) => (await responses(q)).output_text,
  'openai responses stream': async (q) => drain(await responses(q, { stream: true })),
  'anthropic messages': async (q) => (await (await anthropic()).messages.create(claudeAsk(q))).content,
  'anthropic messages stream': async (q) => (await anthropic()).messages.stream(claudeAsk(q)).finalMessage(),
  'ai generateText, openai chat': async (q) => generate((await aiOpenAI()).chat(model), q),
  'ai generateText, openai responses': async (q) => generate((await aiOpenAI())(model), q),
  'ai generateText, anthropic': async (q) => generate((await aiAnthropic())(claude), q),
  'ai generateObject, openai': async (q) => generateName((await aiOpenAI())(model), q),
  'ai streamText, openai': async (q) => stream((await aiOpenAI())(model), q),
  'ai streamText, anthropic': async (q) => stream((await aiAnthropic())(claude), q),
}

/** Catches whatever a client throws, as an agent that answers "sorry" does, and writes down how long it took. */
export async function sorry(call) {
  const started = now()
  try {
    return await call()
  } catch {
    return 'sorry'
  } finally {
    appendFileSync(TOOK, Math.ceil(now() - started) + '\\n')
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
`,
}
