import type { RecordedRequest, RequestBody } from '../cassette/records.ts'
import { digestRequest } from '../match/digest.ts'
import { identityHeaders } from '../match/identity-headers.ts'
import { parseRequestBody } from '../match/parse-body.ts'
import { recordedUrl } from '../match/request-url.ts'
import type { Dialect } from '../providers/dialect.ts'
import { formFields } from '../providers/form-parts.ts'
import type { Redactor } from '../redact/redactor.ts'
import { decodeContent } from './content-coding.ts'

/** A request with its body read, so that it can be looked at, recorded and sent on. */
export interface ReadRequest {
  request: Request
  url: URL
  /** As they are sent; `null` for a request without a body. */
  bytes: Uint8Array | null
  /** The body as it is recorded, before redaction. */
  body: RequestBody
}

/** A request as Retake compares and records it. */
export interface CapturedRequest {
  recorded: RecordedRequest
  digest: string
}

/**
 * Reads the body of a request whole; a one-shot stream is used up here, and sent on from `bytes`. A compressed body is
 * recorded and compared without its coding, which the same client may write otherwise with another version of zlib; one
 * that cannot be decoded stays as it is.
 */
export async function readRequest(request: Request, url: URL): Promise<ReadRequest> {
  const bytes = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
  const coding = request.headers.get('content-encoding')
  const decoded = bytes && coding !== null ? await decodeContent(bytes, coding) : null
  return {
    request,
    url,
    bytes,
    body: parseRequestBody(decoded ?? bytes, request.headers.get('content-type')),
  }
}

/** Turns a request into its redacted, comparable form. */
export function captureRequest(
  { request, url, body }: ReadRequest,
  provider: string,
  dialect: Dialect,
  redactor: Redactor,
): CapturedRequest {
  const recorded = redactor.request(
    {
      provider,
      dialect: dialect.id,
      model: dialect.model(url, body && 'json' in body ? body.json : formFields(body)),
      method: request.method.toUpperCase(),
      url: recordedUrl(url),
      headers: identityHeaders(request.headers),
      body,
    },
    { contentPaths: dialect.contentPaths, deltaFields: dialect.deltaFields },
  )
  return { recorded, digest: digestRequest(recorded) }
}
