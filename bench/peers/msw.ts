import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { answer, type ChatRequest } from '../exchanges.ts'
import type { Peer } from './peer.ts'

/**
 * A bare handler that returns the same body, in the same pieces. It records nothing, and it does not look at the request:
 * bodies for the questions are ready before they are asked.
 */
export const peer: Peer = {
  async start({ origin, test }) {
    const encoder = new TextEncoder()
    const stream = test === 'streams'
    let at = 0
    const request = (content: string): ChatRequest => ({
      model: '',
      stream,
      messages: [{ role: 'user', content }],
    })
    const bodies = Array.from({ length: 2_000 }, (_, n) => answer(request(`Question ${n}`)))
    const server = setupServer(
      http.post(`${origin}/v1/chat/completions`, () => {
        const pieces = bodies[at++] as string[]
        if (!stream)
          return new HttpResponse(pieces[0] ?? '', { headers: { 'content-type': 'application/json' } })
        let next = 0
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            const piece = pieces[next++]
            if (piece === undefined) controller.close()
            else controller.enqueue(encoder.encode(piece))
          },
        })
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
      }),
    )
    server.listen()
    return { origin, stop: async () => server.close() }
  },
}
