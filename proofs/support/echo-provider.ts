import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listenOnLoopback } from './loopback.ts'

/** A provider of OpenAI's chat completions that says the question back, whole or streamed word by word. */
export interface EchoProvider {
  url: string
  requests: number
  close(): void
}

/** @param delay milliseconds before an answer, and before each piece of a streamed one; asked anew each time */
export async function startEcho(delay: () => number): Promise<EchoProvider> {
  const echo: EchoProvider = { url: '', requests: 0, close }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { model, messages, stream } = JSON.parse(Buffer.concat(pieces).toString())
    echo.requests += 1
    const question: string = messages.at(-1).content
    const id = `chatcmpl-${Buffer.from(question).toString('hex').slice(0, 24)}`
    await pause(delay())
    if (!stream) {
      const message = { role: 'assistant', content: `You asked: ${question}` }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id,
          object: 'chat.completion',
          model,
          choices: [{ index: 0, message, finish_reason: 'stop' }],
        }),
      )
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const word of `You asked: ${question}`.split(/(?= )/)) {
      const choices = [{ index: 0, delta: { content: word }, finish_reason: null }]
      response.write(`data: ${JSON.stringify({ id, object: 'chat.completion.chunk', model, choices })}\n\n`)
      await pause(delay())
    }
    const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }]
    response.write(`data: ${JSON.stringify({ id, object: 'chat.completion.chunk', model, choices })}\n\n`)
    response.end('data: [DONE]\n\n')
  })
  echo.url = `http://127.0.0.1:${await listenOnLoopback(server)}`
  return echo

  function close(): void {
    server.close()
    server.closeAllConnections()
  }
}

/** A module of a project, `src/echo.js`: `ask(question)` and `stream(question)` give the whole text of the answer. */
export const echoClient = `
const send = (question, extra) => fetch(process.env.PROVIDER_URL + '/v1/chat/completions', {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
  body: JSON.stringify({ model: 'gpt-5-mini', messages: [{ role: 'user', content: question }], ...extra }),
})
async function read(response) {
  const text = await response.text()
  if (!response.ok) throw new Error(response.status + ' ' + text)
  return text
}
export const ask = async (question) => read(await send(question))
export const stream = async (question) => read(await send(question, { stream: true }))
export const pause = (most) => new Promise((done) => setTimeout(done, Math.random() * most))
`
