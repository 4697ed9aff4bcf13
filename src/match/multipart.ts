import type { BodyPart, HeaderPairs } from '../cassette/records.ts'

/**
 * The parts of a multipart body (RFC 2046, as RFC 7578 and RFC 2387 use it) in their order, or `undefined` where it is not
 * exactly that: a body with anything before, between or after its parts, with other line ends, with a boundary that also
 * stands inside a part, without its end. Two bodies with equal parts differ at most in their boundary, in the case of header
 * names and in white space around header values. Never throws.
 *
 * Readers of forms are lenient, each in another way, and give no account of what they passed over; here nothing may be lost.
 *
 * @param contentType the header's value, which names the boundary
 */
export function parseMultipart(bytes: Uint8Array, contentType: string): BodyPart[] | undefined {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const delimiter = `--${boundary}`
  if (body.indexOf(delimiter) !== 0) return undefined
  const parts: BodyPart[] = []
  let at = delimiter.length
  while (startsWith(body, '\r\n', at)) {
    const next = body.indexOf(`\r\n${delimiter}`, at + 2)
    if (next === -1) return undefined
    const part = readPart(body.subarray(at + 2, next))
    if (!part) return undefined
    parts.push(part)
    at = next + 2 + delimiter.length
  }
  if (!startsWith(body, '--', at)) return undefined
  const after = body.length - at - 2
  return after === 0 || (after === 2 && startsWith(body, '\r\n', at + 2)) ? parts : undefined
}

function boundaryOf(contentType: string): string | undefined {
  const found = /;\s*boundary=(?:"([^"\\\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType)
  return found?.[1] ?? found?.[2]
}

function startsWith(body: Buffer, text: string, at: number): boolean {
  return body.toString('latin1', at, at + text.length) === text
}

function readPart(part: Buffer): BodyPart | undefined {
  // A part without headers begins with the blank line.
  const blank = startsWith(part, '\r\n', 0) ? -2 : part.indexOf('\r\n\r\n')
  if (blank === -1) return undefined
  const headers = blank === -2 ? [] : readHeaders(part.subarray(0, blank))
  if (!headers) return undefined
  return { ...describe(headers), ...content(part.subarray(blank + 4)) }
}

function readHeaders(head: Buffer): HeaderPairs | undefined {
  const headers: HeaderPairs = []
  for (const line of decodeUtf8(head)?.split('\r\n') ?? ['']) {
    const name = /^[\w!#$%&'*+.^`|~-]+(?=:)/.exec(line)?.[0]
    if (name === undefined || /[\r\n]/.test(line)) return undefined
    headers.push([name.toLowerCase(), line.slice(name.length + 1).replace(/^[ \t]+|[ \t]+$/g, '')])
  }
  return headers
}

/** Name, file name and content type; a disposition that says more than they do is kept among the other headers. */
function describe(headers: HeaderPairs): Pick<BodyPart, 'name' | 'filename' | 'content_type' | 'headers'> {
  const rest = [...headers]
  const disposition = headers.find(([name]) => name === 'content-disposition')?.[1]
  const exact = /^form-data; ?name="([^"]*)"(?:; ?filename="([^"]*)")?$/i.exec(disposition ?? '')
  const name = exact?.[1] ?? parameter(disposition, 'name')
  const filename = exact?.[2] ?? parameter(disposition, 'filename')
  const type = headers.find(([name]) => name === 'content-type')
  if (exact) remove(rest, 'content-disposition')
  if (type) remove(rest, 'content-type')
  return {
    ...(name !== undefined && { name }),
    ...(filename !== undefined && { filename }),
    ...(type && { content_type: type[1] }),
    ...(rest.length > 0 && { headers: rest }),
  }
}

function remove(headers: HeaderPairs, name: string): void {
  const at = headers.findIndex(([other]) => other === name)
  headers.splice(at, 1)
}

function parameter(disposition: string | undefined, key: string): string | undefined {
  const found = new RegExp(`[; \\t]${key}=(?:"([^"]*)"|([^; \\t]*))`, 'i').exec(disposition ?? '')
  return found?.[1] ?? found?.[2]
}

function content(bytes: Buffer): { text: string } | { base64: string } {
  const text = decodeUtf8(bytes)
  return text === undefined ? { base64: bytes.toString('base64') } : { text }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
