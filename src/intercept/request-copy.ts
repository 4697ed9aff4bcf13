import { Blob } from 'node:buffer'

/**
 * A copy of a request whose body was read: with the same bytes, and with what only undici knows of it (a dispatcher).
 *
 * The bytes go as a blob, since the `fetch` of Node 20 and 22 cannot send an array of bytes a second time, and fails where
 * a redirect asks for that.
 */
export function copyRequest(source: Request, bytes: Uint8Array | null, init: RequestInit = {}): Request {
  const body = bytes && { body: new Blob([bytes]) as unknown as globalThis.Blob }
  return new Request(source, { ...init, ...body })
}
