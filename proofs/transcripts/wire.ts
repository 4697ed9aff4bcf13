/*
 * Bodies as they came over the wire, taken apart without anything of src/.
 */

import { awsEvents } from './aws-events.ts'

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

/** The messages of an AWS event stream: a model's own JSON, else the payload under its type. */
function framesOf(bytes: Uint8Array): Any[] {
  return awsEvents(bytes)
    .filter(({ payload }) => payload !== undefined)
    .map(({ type, payload }) => (type === 'chunk' ? payload : { [type]: payload }))
}
