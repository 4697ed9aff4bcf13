import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Part } from '../dialect.ts'
import { fieldIn, jsonText, listIn, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'
import { either, eitherObject, eitherText } from './either.ts'

/** The parts of a content (`{ role, parts }`), of a request or an answer alike; a bare text stands for one part. */
export function readContent(content: JsonValue | undefined): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.flatMap(readContent)
  const parts = fieldIn(content, 'parts')
  if (isJsonObject(parts) || typeof parts === 'string') return readPart(parts)
  return listIn(content, 'parts').flatMap(readPart)
}

function readPart(part: JsonValue): Part[] {
  if (typeof part === 'string') return [{ kind: 'text', text: part }]
  const text = textIn(part, 'text')
  if (text !== null) return [{ kind: fieldIn(part, 'thought') === true ? 'reasoning' : 'text', text }]
  const call = either(part, 'functionCall')
  if (isJsonObject(call)) {
    const name = textIn(call, 'name') ?? 'unnamed'
    return [{ kind: 'tool_call', id: textIn(call, 'id'), name, arguments: fieldIn(call, 'args') ?? {} }]
  }
  const response = either(part, 'functionResponse')
  if (isJsonObject(response)) return [readResponse(response)]
  for (const name of ['inlineData', 'fileData']) {
    const media = either(part, name)
    if (isJsonObject(media)) return [readMedia(media)]
  }
  const code = either(part, 'executableCode')
  if (isJsonObject(code))
    return [{ kind: 'other', label: 'executable code', value: textIn(code, 'code') ?? '' }]
  const result = either(part, 'codeExecutionResult')
  if (isJsonObject(result)) {
    return [{ kind: 'other', label: 'code execution result', value: textIn(result, 'output') ?? '' }]
  }
  // A signature alone belongs to the thought before it; only the model can read it.
  const shown = isJsonObject(part)
    ? Object.keys(part).filter((key) => !['thoughtSignature', 'thought_signature', 'thought'].includes(key))
    : ['part']
  return shown.length === 0 ? [] : [{ kind: 'other', label: 'part', value: part }]
}

/** Google's SDKs wrap a result that is no object as `result` or `output`, a failure as `error`. */
function readResponse(response: JsonValue): Part {
  const value = fieldIn(response, 'response') ?? null
  const [key, ...others] = isJsonObject(value) ? Object.keys(value) : []
  const isWrapped = others.length === 0 && ['result', 'output', 'error'].includes(key ?? '')
  const content = isWrapped ? (fieldIn(value, key as string) ?? null) : value
  const text = typeof content === 'string' ? content : jsonText(content)
  return {
    kind: 'tool_result',
    id: textIn(response, 'id'),
    name: textIn(response, 'name'),
    parts: [{ kind: 'text', text }, ...listIn(response, 'parts').flatMap(readPart)],
    ...(isWrapped && key === 'error' ? { error: true } : {}),
  }
}

function readMedia(media: JsonValue): Part {
  const kind = eitherText(media, 'mimeType') ?? 'file'
  const label = mediaLabel(kind, { data: textIn(media, 'data'), url: eitherText(media, 'fileUri') })
  const name = eitherText(media, 'displayName')
  return { kind: 'media', label: name === null ? label : `${name}: ${label}` }
}

/** What a model found where it was told to search, and the sources that an answer names; nothing for other candidates. */
export function readSources(candidate: JsonValue): Part[] {
  const grounding = eitherObject(candidate, 'groundingMetadata')
  const parts: Part[] = []
  const queries = either(grounding, 'webSearchQueries')
  if (Array.isArray(queries) && queries.length > 0)
    parts.push({ kind: 'other', label: 'searched for', value: queries })
  for (const chunk of listIn(grounding, 'groundingChunks')) {
    const source = either(chunk, 'web') ?? either(chunk, 'retrievedContext') ?? either(chunk, 'maps') ?? chunk
    // The addresses lead through a redirect that is another in every answer.
    parts.push({
      kind: 'other',
      label: 'source',
      value: textIn(source, 'title') ?? textIn(source, 'uri') ?? '',
    })
  }
  const citations = eitherObject(candidate, 'citationMetadata')
  for (const value of [...listIn(citations, 'citationSources'), ...listIn(citations, 'citations')])
    parts.push({ kind: 'other', label: 'citation', value })
  return parts
}
