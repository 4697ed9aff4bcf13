import type { RecordedCall } from '../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../json/value.ts'
import type { AnswerBody } from './answer-body.ts'
import type { Answer } from './dialect.ts'
import { fieldIn, listIn, textIn } from './fields.ts'

/**
 * The error a response carries: an error status with whatever its body says, or an error object inside a 200 body or
 * stream. `null` for a good answer and for a call that got no response (the call's own `error` tells about that).
 */
export function readError(call: RecordedCall, body: AnswerBody): Answer['error'] {
  const stated = errorInBody(body)
  if (stated) return stated
  const status = call.response?.status ?? 200
  if (status < 400) return null
  const message = body.kind === 'json' ? messageOf(body.json) : body.kind === 'text' ? body.text : null
  return { type: null, message: message || `status ${status}` }
}

/** The error object in a JSON value (`{ error: … }`, or one in Google's list of chunks), or `null`. */
export function errorInJson(json: JsonValue): Answer['error'] {
  const value = Array.isArray(json) ? json.find((item) => fieldIn(item, 'error') !== undefined) : json
  const error = fieldIn(value, 'error')
  if (typeof error === 'string' && error !== '') return { type: textIn(value, 'type'), message: error }
  if (!isJsonObject(error)) return null
  const message = messageOf(error)
  const type = textIn(error, 'type') ?? textIn(error, 'code') ?? textIn(error, 'status') ?? codeOf(error)
  return message === null && type === null ? null : { type, message: message ?? (type as string) }
}

function errorInBody(body: AnswerBody): Answer['error'] {
  if (body.kind === 'json') return errorInJson(body.json)
  if (body.kind === 'text') return null
  if (body.kind === 'ndjson') {
    for (const value of body.values) {
      const error = errorInJson(value)
      if (error) return error
    }
    return null
  }
  for (const { data, event } of body.messages) {
    const error = errorInJson(data)
    if (error) return error
    const isErrorEvent = event === 'error' || textIn(data, 'type') === 'error'
    if (isErrorEvent) return { type: textIn(data, 'code'), message: messageOf(data) ?? 'error' }
  }
  return null
}

function messageOf(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value
  const message = textIn(value, 'message') ?? textIn(value, 'detail') ?? textIn(value, 'error')
  if (message !== null) return message
  // Servers made with FastAPI list what is wrong with a request.
  const details = [fieldIn(value, 'message') ?? null, value ?? null].flatMap((place) =>
    listIn(place, 'detail'),
  )
  return details.flatMap((detail) => textIn(detail, 'msg') ?? []).join('; ') || null
}

function codeOf(error: JsonValue): string | null {
  const code = fieldIn(error, 'code')
  return typeof code === 'number' ? String(code) : null
}
