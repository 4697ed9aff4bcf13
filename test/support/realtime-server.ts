import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A server on loopback that speaks as OpenAI's Realtime API does, as far as tests of Retake need it. */
export interface RealtimeServer {
  port: number
  /** The headers of every handshake that came. */
  handshakes: Record<string, string | string[] | undefined>[]
  /** Every message that came. */
  received: string[]
  close(): Promise<void>
}

/**
 * Answers `response.create` to the last text message in the conversation with a streamed answer. Of the model `refused` it
 * refuses the handshake; `binary` is echoed, `lose` breaks the connection, `bye` closes with code 4001.
 */
export async function startRealtimeServer(): Promise<RealtimeServer> {
  const handshakes: RealtimeServer['handshakes'] = []
  const received: string[] = []
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient({ req }, decide) {
      handshakes.push(req.headers)
      if (!req.url?.includes('model=refused')) decide(true)
      else decide(false, 401, '{"error":{"message":"no such key"}}', { 'x-request-id': 'req_1' })
    },
  })
  await once(server, 'listening')
  server.on('connection', (socket) => converse(socket, received))
  return {
    port: (server.address() as AddressInfo).port,
    handshakes,
    received,
    async close() {
      for (const client of server.clients) client.terminate()
      await new Promise((closed) => server.close(closed))
    },
  }
}

let ids = 0

function converse(socket: WebSocket, received: string[]): void {
  const send = (event: object) => socket.send(JSON.stringify({ event_id: `event_${++ids}`, ...event }))
  let said = ''
  send({ type: 'session.created', session: { id: `sess_${++ids}`, model: 'gpt-realtime' } })
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      socket.send(data)
      return
    }
    const event = JSON.parse(data.toString())
    received.push(data.toString())
    if (event.type === 'session.update') send({ type: 'session.updated', session: event.session })
    if (event.type === 'lose') socket.terminate()
    if (event.type === 'bye') socket.close(4001, 'over')
    if (event.type === 'conversation.item.create') said = event.item.content[0].text
    if (event.type === 'response.create') answer(send, `You said: ${said}`)
  })
}

function answer(send: (event: object) => void, text: string): void {
  const id = `resp_${++ids}`
  send({ type: 'response.created', response: { id, status: 'in_progress' } })
  for (const delta of text.split(/(?<= )/))
    send({ type: 'response.output_text.delta', response_id: id, delta })
  const output = [
    { id: `item_${++ids}`, type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
  ]
  const usage = { total_tokens: 15, input_tokens: 9, output_tokens: 6 }
  send({ type: 'response.done', response: { id, status: 'completed', output, usage } })
}
