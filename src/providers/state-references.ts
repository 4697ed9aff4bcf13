import type { RecordedRequest } from '../cassette/records.ts'
import { type FieldPath, formatPath } from '../json/path.ts'
import { isJsonObject, type JsonValue } from '../json/value.ts'
import { requestJson } from './request-body.ts'

/** A place of a request that names something which its provider keeps: a response, a conversation, a file, a batch. */
export interface StateReference {
  /** As a mismatch writes it: `previous_response_id`, `url.path`. */
  field: string
  value: string
}

/**
 * Fields whose text is an id that an earlier answer gave, in every dialect: OpenAI (responses, conversations, files, vector
 * stores, containers, batches), Anthropic (files, containers), Gemini (cached contents, files, interactions), Mistral.
 */
const fields =
  /^(previous_response_id|previous_interaction_id|previousInteractionId|conversation|conversation_id|file_id|input_file_id|file_ids|vector_store_ids|container|cached_?content|file_?uri|batch_id|thread_id|upload_id)$/i

/** What stands before an id in a path; some endpoints have a verb there. */
const collections =
  /\/(?:files|batches|responses|conversations|threads|vector_stores|cachedContents|uploads|containers|interactions|predictions|fine_tuning\/jobs|batch\/jobs)\/(?!(?:input_tokens|compact|upload|search)(?:\/|$))([^/:?]+)/g

/** Of what a model is free to say, and of schemas, no field is a reference. */
const inert = new Set(['arguments', 'parameters', 'input_schema', 'args', 'schema'])

/**
 * What a request refers to that its provider keeps from earlier requests, by the names of the fields alone: nothing is
 * guessed from how a value looks. In the order of the request, each value once.
 */
export function stateReferences(request: RecordedRequest): StateReference[] {
  const found = new Map<string, StateReference>()
  const add = (field: string, value: string) => {
    if (value !== '' && !found.has(value)) found.set(value, { field, value })
  }
  for (const [, id] of pathOf(request.url).matchAll(collections)) if (id) add('url.path', id)
  walk(requestJson(request), [], add)
  return [...found.values()]
}

function walk(
  value: JsonValue | undefined,
  path: FieldPath,
  add: (field: string, value: string) => void,
): void {
  // Deeper than any provider's format.
  if (path.length > 12) return
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) walk(item, [...path, at], add)
    return
  }
  if (!isJsonObject(value)) return
  for (const [key, field] of Object.entries(value)) {
    const at = [...path, key]
    if (inert.has(key)) continue
    if (!fields.test(key)) walk(field, at, add)
    else for (const [inside, id] of idsIn(field)) add(formatPath([...at, ...inside]), id)
  }
  // An item of an earlier answer, by its id: https://platform.openai.com/docs/api-reference/responses/create
  if (value.type === 'item_reference' && typeof value.id === 'string')
    add(formatPath([...path, 'id']), value.id)
}

/** An id may stand alone, in a list, or in an object that has it as `id`. */
function idsIn(value: JsonValue): [inside: FieldPath, id: string][] {
  if (typeof value === 'string') return value.startsWith('data:') ? [] : [[[], value]]
  if (Array.isArray(value))
    return value.flatMap((item, at): [FieldPath, string][] =>
      typeof item === 'string' ? [[[at], item]] : [],
    )
  return isJsonObject(value) && typeof value.id === 'string' ? [[['id'], value.id]] : []
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : ''
}
