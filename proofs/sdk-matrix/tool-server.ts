import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { closeServer } from '../support/loopback.ts'

export interface RunningToolServer {
  url: string
  requests: string[]
  close(): Promise<void>
}

interface RpcRequest {
  id?: number
  method: string
  params?: {
    protocolVersion?: string
    name?: string
    arguments?: { question?: string }
    _meta?: { progressToken?: unknown }
  }
}

const tools = ['answer', 'answer_slowly'].map((name) => ({
  name,
  description: 'Answers a question',
  inputSchema: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
}))

/** Starts a server of tools that speaks the Model Context Protocol over streamable HTTP; fails as the loopback provider does. */
export async function startToolServer({ port = 0, pace = 1 } = {}): Promise<RunningToolServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    answer(request, response, requests, pace).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requests, close: () => closeServer(server) }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requests: string[],
  pace: number,
): Promise<void> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  requests.push(text)
  // No stream of the server's own is offered.
  if (request.method !== 'POST') return void response.writeHead(405).end()
  const call = JSON.parse(text) as RpcRequest
  const json = (body: unknown, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const result = (value: unknown) => ({ jsonrpc: '2.0', id: call.id, result: value })
  if (call.id === undefined) return void response.writeHead(202).end()
  if (call.method === 'initialize') {
    const serverInfo = { name: 'tools', version: '1.0.0' }
    const { protocolVersion } = call.params ?? {}
    response.setHeader('mcp-session-id', 'session-of-the-tools')
    return json(result({ protocolVersion, capabilities: { tools: {} }, serverInfo }))
  }
  if (call.method === 'tools/list') return json(result({ tools }))

  const question = call.params?.arguments?.question ?? ''
  const [, once, status] = /please fail (once )?with (\d{3})/.exec(question) ?? []
  if (status && !(once && requests.filter((other) => other === text).length > 1))
    return json({ error: `The request asked for status ${status}.` }, Number(status))
  const done = result({ content: [{ type: 'text', text: `On “${question}”: nobody knows.` }] })
  if (call.params?.name !== 'answer_slowly') return json(done)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const progressToken = call.params._meta?.progressToken
  for (let progress = 1; progress <= 5; progress++) {
    const notice = { progressToken, progress, total: 5 }
    response.write(sse({ jsonrpc: '2.0', method: 'notifications/progress', params: notice }))
    await pause(pace)
  }
  response.end(sse(done))
}

function sse(message: unknown): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`
}
