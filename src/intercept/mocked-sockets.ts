import type { Socket } from 'node:net'

/** Whether a library that mocks sockets (msw 3) leads this one: it gave it a `connect` of its own, which connects to nothing. */
export function isMockedSocket(socket: Socket): boolean {
  return Object.hasOwn(socket, 'connect')
}

interface KeepingAgent {
  keepSocketAlive(socket: Socket): boolean
}

/** Marks what has been changed already, by this copy of Retake or another. */
const mark = Symbol.for('retake.keeps-no-mocked-sockets')

/**
 * Lets agents of `node:http` keep no mocked socket for a later request. msw 3 reads all requests of a socket in the async
 * context of the first, so that a request of the next test would belong to a test that has ended. Opening a socket to nothing
 * costs nothing.
 */
export function keepNoMockedSockets(): void {
  const { Agent } = process.getBuiltinModule('node:http')
  const prototype = Agent.prototype as unknown as KeepingAgent
  if (mark in prototype) return
  Object.defineProperty(prototype, mark, { value: true })
  const { keepSocketAlive } = prototype
  prototype.keepSocketAlive = function (this: KeepingAgent, socket: Socket) {
    return !isMockedSocket(socket) && Reflect.apply(keepSocketAlive, this, [socket])
  }
}
