import { crc32 } from 'node:zlib'

/**
 * A frame of an AWS event stream: lengths, checksum, headers, payload, checksum.
 * https://smithy.io/2.0/aws/amazon-eventstream.html
 *
 * @param headers texts by their names, such as `:event-type`
 */
export function awsFrame(headers: Record<string, string>, payload: string | Uint8Array): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => headerOf(name, value)))
  const body = Buffer.from(payload)
  const total = 12 + head.length + body.length + 4
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(total, 0)
  prelude.writeUInt32BE(head.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const content = Buffer.concat([prelude, head, body])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([content, checksum])
}

/** An event with a JSON payload, as Bedrock sends it. */
export function awsEvent(type: string, payload: object): Buffer {
  const headers = { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }
  return awsFrame(headers, JSON.stringify(payload))
}

/** A piece of a model's own answer, as InvokeModelWithResponseStream sends it. */
export function awsChunk(answer: object): Buffer {
  const bytes = Buffer.from(JSON.stringify(answer)).toString('base64')
  return awsEvent('chunk', { bytes, p: 'abcdefgh' })
}

/** An exception inside a stream whose status was 200. */
export function awsException(type: string, message: string): Buffer {
  const headers = {
    ':exception-type': type,
    ':content-type': 'application/json',
    ':message-type': 'exception',
  }
  return awsFrame(headers, JSON.stringify({ message }))
}

/** A header of type 7, a text: length of the name, name, type, length of the value in two bytes, value. */
function headerOf(name: string, value: string): Buffer {
  const text = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, text])
}
