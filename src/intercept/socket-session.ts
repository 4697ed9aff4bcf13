/** What a WebSocket message carries: text, or bytes. */
export type SocketData = string | Uint8Array

/** The end of a WebSocket session that is not the code's: what it says arrives at the client as from the provider. */
export interface ServedSocket {
  send(data: SocketData): void
  /** Begins the closing handshake. 1005: without a code. */
  close(code: number, reason: string): void
  /** Breaks the connection without one: the client sees code 1006. */
  drop(): void
}

/** Who answers a client's WebSocket session. Called in the order in which things happen. */
export interface SocketHandler {
  /** The handshake is done: from here on messages may be sent. */
  opened(client: ServedSocket): void
  message(data: SocketData): void
  /** The client closed; 1005 where it gave no code, 1006 where its connection just ended. */
  closed(code: number, reason: string): void
}

/** The answer to a handshake: the session with the subprotocol that was chosen, or a response that refuses it. */
export type SocketAnswer = { refused: Response } | { protocol: string | null; handler: SocketHandler }
