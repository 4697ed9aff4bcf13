/*
 * Bodies as they came over the wire, taken apart without anything of src/.
 */

// biome-ignore lint/suspicious/noExplicitAny: bodies of any provider, read by hand
export type Any = any

/** The JSON values that a body carries: one, or those of its events, lines, list elements or frames. */
export function valuesOf(bytes: Uint8Array, contentType: string | null): Any[] {
  if (contentType === 'application/vnd.amazon.eventstream') return framesOf(bytes)
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  const json = parsed(text)
  if (json !== undefined) return Array.isArray(json) ? json : [json]
  const lines = text.split(/\r\n|\r|\n/)
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5))
  return (data.length > 0 ? data : lines).map(parsed).filter((value) => value !== undefined)
}

function parsed(text: string): Any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The messages of an AWS event stream: total length, length of headers, checksum, headers, payload, checksum. A payload's
 * `bytes` hold the model's own JSON in base64; else the event's type is put around it.
 * https://smithy.io/2.0/aws/amazon-eventstream.html
 */
function framesOf(bytes: Uint8Array): Any[] {
  const buffer = Buffer.from(bytes)
  const values: Any[] = []
  for (let at = 0; at + 16 <= buffer.length; ) {
    const total = buffer.readUInt32BE(at)
    const headers = buffer.readUInt32BE(at + 4)
    const payload = parsed(buffer.subarray(at + 12 + headers, at + total - 4).toString('utf8'))
    const type = headerOf(buffer.subarray(at + 12, at + 12 + headers), ':event-type')
    if (typeof payload?.bytes === 'string')
      values.push(parsed(Buffer.from(payload.bytes, 'base64').toString('utf8')))
    else if (payload !== undefined) values.push({ [type ?? 'event']: payload })
    at += Math.max(total, 16)
  }
  return values
}

/** A text header: length of its name, name, the type 7, length of its value in two bytes, value. */
function headerOf(headers: Buffer, name: string): string | null {
  const start = headers.indexOf(name)
  if (start === -1) return null
  const value = start + name.length + 3
  return headers.subarray(value, value + headers.readUInt16BE(value - 2)).toString('utf8')
}
