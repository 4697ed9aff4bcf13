import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type OddStream, waitAfterPiece } from './odd-streams.ts'

/** A server that writes streams just as they are cut. Stream n answers every POST whose path begins with `/n/`. */
export interface OddServer {
  origin: string
  close(): Promise<void>
}

/** Starts it, on plain sockets: an HTTP server of Node's would frame and join the pieces by itself. */
export async function serveOddStreams(streams: readonly OddStream[]): Promise<OddServer> {
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    void serve(socket, streams)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

async function serve(socket: Socket, streams: readonly OddStream[]): Promise<void> {
  const stream = streams[Number((await readRequest(socket)).split('/')[1])]
  if (!stream)
    return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
  const coding = stream.gzip ? 'content-encoding: gzip\r\n' : ''
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n${coding}transfer-encoding: chunked\r\nconnection: close\r\n\r\n`,
  )
  for (const [nth, piece] of stream.pieces.entries()) {
    if (socket.destroyed) return
    // A chunk of no bytes would end the body.
    if (piece.length > 0) await writeChunk(socket, piece, stream.splitsFrames)
    await waitAfterPiece(nth)
  }
  socket.end('0\r\n\r\n')
}

async function writeChunk(socket: Socket, piece: Buffer, split: boolean): Promise<void> {
  const frame = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
  if (!split) return void socket.write(frame)
  const middle = Math.ceil(frame.length / 2)
  for (const [from, to] of [
    [0, 1],
    [1, middle],
    [middle, frame.length - 1],
    [frame.length - 1, frame.length],
  ]) {
    socket.write(frame.subarray(from, to))
    await pause(0)
  }
}

/** Reads one request whole; gives its path. */
async function readRequest(socket: Socket): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end + 2))?.[1] ?? 0)
      if (end !== -1 && text.length >= end + 4 + length) resolve(text.split(' ')[1] ?? '')
    })
  })
}
