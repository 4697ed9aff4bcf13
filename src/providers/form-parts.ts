import type { RecordedRequest } from '../cassette/records.ts'
import type { JsonObject } from '../json/value.ts'

/** A part of a multipart form. */
export interface FormPart {
  name: string
  /** `null` for a plain field. */
  filename: string | null
  contentType: string | null
  bytes: Buffer
}

/**
 * The parts of a multipart form (RFC 7578), in their order; empty for any other body. The boundary is read from the
 * first line, because a recorded request does not keep it in its headers. Never throws.
 */
export function formParts(body: RecordedRequest['body']): FormPart[] {
  if (body === null || 'json' in body) return []
  // One character per byte: offsets are those of bytes, and binary parts survive.
  const text = Buffer.from(
    'text' in body ? body.text : body.base64,
    'text' in body ? 'utf8' : 'base64',
  ).toString('latin1')
  const boundary = /^--[^\r\n]{1,200}(?=\r\n)/.exec(text)?.[0]
  if (boundary === undefined) return []
  return `\r\n${text}`.split(`\r\n${boundary}`).slice(1).flatMap(readPart)
}

/** The text fields of a form, as an object; a name that comes twice keeps its first value. `undefined` for other bodies. */
export function formFields(body: RecordedRequest['body']): JsonObject | undefined {
  const parts = formParts(body).filter(({ filename }) => filename === null)
  const fields: JsonObject = {}
  for (const { name, bytes } of parts) fields[name] ??= bytes.toString('utf8')
  return parts.length > 0 ? fields : undefined
}

function readPart(part: string): FormPart[] {
  const end = part.indexOf('\r\n\r\n')
  const disposition = /\r\ncontent-disposition:([^\r\n]*)/i.exec(part.slice(0, end))?.[1]
  if (end === -1 || disposition === undefined) return []
  const contentType = /\r\ncontent-type:[ \t]*([^\r\n]*)/i.exec(part.slice(0, end))?.[1] || null
  const name = parameter(disposition, 'name')
  if (name === null) return []
  const bytes = Buffer.from(part.slice(end + 4), 'latin1')
  return [{ name, filename: parameter(disposition, 'filename'), contentType, bytes }]
}

function parameter(disposition: string, key: string): string | null {
  const found = new RegExp(`[;\\s]${key}=(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(disposition)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? null : Buffer.from(value, 'latin1').toString('utf8')
}
