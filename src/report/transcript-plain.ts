import type { BodyPart, RecordedCall } from '../cassette/records.ts'
import { partBytes } from '../providers/form-parts.ts'
import { bytesLabel } from '../providers/media.ts'
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
  if ('multipart' in body) return body.multipart.map(renderPart)
  const size = Buffer.from(body.base64, 'base64').length
  return [`**Request** ${size.toLocaleString('en-US')} bytes`]
}

/** A part of a form: its text where it has one, else what it is, its size and its hash. */
function renderPart(part: BodyPart): string {
  const { name, filename, content_type } = part
  const title = [name, filename].filter((word) => word !== undefined).join(' ') || 'part'
  if ('text' in part && filename === undefined)
    return valueItem(`**Request** ${inlineText(title)}`, part.text, bodyLimit)
  const label = bytesLabel(content_type ?? 'file', partBytes(part))
  return `**Request** ${inlineText(`${title}: ${label}`)}`
}

function pathOf(url: string): string {
  try {
    return new URL(url).pathname
  } catch {
    return url
  }
}
