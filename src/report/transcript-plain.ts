import type { RecordedCall } from '../cassette/records.ts'
import { renderOutcome } from './transcript-answer.ts'
import { valueItem } from './transcript-json.ts'
import { inlineText } from './transcript-text.ts'

/** Characters shown of a request body. */
const bodyLimit = 1500

/**
 * A call in a format that no dialect reads: what was asked, and that it was answered. The answer itself is left out: which
 * of its fields are ids or times is not known.
 */
export function renderPlainCall(call: RecordedCall): string[] {
  const { request, response } = call
  const title = [
    `Call ${call.call_index}`,
    request.provider,
    `${request.method} ${pathOf(request.url)}`,
    request.model ?? '',
  ]
  const type = response?.headers.find(([name]) => name === 'content-type')?.[1]
  return [
    `## ${title.filter(Boolean).map(inlineText).join(' · ')}`,
    ...renderBody(call),
    ...(response ? [`**Answer** ${response.status}${type ? ` · ${inlineText(type)}` : ''}`] : []),
    ...renderOutcome(call),
  ]
}

function renderBody({ request: { body } }: RecordedCall): string[] {
  if (body === null) return []
  if ('json' in body) return [valueItem('**Request**', body.json, bodyLimit)]
  if ('text' in body) return [valueItem('**Request**', body.text, bodyLimit)]
  const size = Buffer.from(body.base64, 'base64').length
  return [`**Request** ${size.toLocaleString('en-US')} bytes`]
}

function pathOf(url: string): string {
  try {
    return new URL(url).pathname
  } catch {
    return url
  }
}
