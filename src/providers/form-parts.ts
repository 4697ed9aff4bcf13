import type { BodyPart, RecordedRequest } from '../cassette/records.ts'
import type { JsonObject } from '../json/value.ts'

/** A part of a multipart form. */
export interface FormPart {
  name: string
  /** `null` for a plain field. */
  filename: string | null
  contentType: string | null
  bytes: Buffer
}

/** The named parts of a multipart form (RFC 7578), in their order; empty for any other body. Never throws. */
export function formParts(body: RecordedRequest['body']): FormPart[] {
  if (body === null || !('multipart' in body)) return []
  return body.multipart.flatMap((part) => {
    const { name, filename = null, content_type: contentType = null } = part
    return name === undefined ? [] : [{ name, filename, contentType, bytes: partBytes(part) }]
  })
}

/** What a part holds. */
export function partBytes(part: BodyPart): Buffer {
  return 'text' in part ? Buffer.from(part.text) : Buffer.from(part.base64, 'base64')
}

/** The text fields of a form, as an object; a name that comes twice keeps its first value. `undefined` for other bodies. */
export function formFields(body: RecordedRequest['body']): JsonObject | undefined {
  const parts = formParts(body).filter(({ filename }) => filename === null)
  const fields: JsonObject = {}
  for (const { name, bytes } of parts) fields[name] ??= bytes.toString('utf8')
  return parts.length > 0 ? fields : undefined
}
