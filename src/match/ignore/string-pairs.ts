import type { BodyPart, RecordedRequest } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { unionOfKeys } from '../json-difference.ts'

/** Two texts that stand at the same place of two requests. */
export interface StringPair {
  recorded: string
  incoming: string
  /** The field that holds them, if one does. */
  key: string | null
  place: 'body' | 'elsewhere'
}

/** The texts that stand at the same place of both requests and differ, in reading order: URL, body, headers. */
export function* differingStrings(
  recorded: RecordedRequest,
  incoming: RecordedRequest,
): Generator<StringPair> {
  if (recorded.url !== incoming.url) {
    yield { recorded: recorded.url, incoming: incoming.url, key: null, place: 'elsewhere' }
  }
  yield* inBody(plain(recorded), plain(incoming), null)
  for (const [index, [name, value]] of recorded.headers.entries()) {
    const other = incoming.headers[index]
    if (other && other[0] === name && other[1] !== value) {
      yield { recorded: value, incoming: other[1], key: null, place: 'elsewhere' }
    }
  }
}

function plain({ body }: RecordedRequest): JsonValue {
  if (body === null || 'base64' in body) return null
  if ('multipart' in body) return body.multipart.map(textsOf)
  return 'json' in body ? body.json : body.text
}

function textsOf(part: BodyPart): JsonValue {
  const { filename, name = 'text' } = part
  return [{ ...('text' in part && { [name]: part.text }) }, { ...(filename !== undefined && { filename }) }]
}

function* inBody(a: JsonValue, b: JsonValue, key: string | null): Generator<StringPair> {
  if (a === b) return
  if (typeof a === 'string' && typeof b === 'string') {
    yield { recorded: a, incoming: b, key, place: 'body' }
  } else if (Array.isArray(a) && Array.isArray(b)) {
    for (let index = 0; index < Math.min(a.length, b.length); index++) {
      yield* inBody(a[index] as JsonValue, b[index] as JsonValue, key)
    }
  } else if (isJsonObject(a) && isJsonObject(b)) {
    for (const name of unionOfKeys(a, b)) {
      if (Object.hasOwn(a, name) && Object.hasOwn(b, name)) {
        yield* inBody(a[name] as JsonValue, b[name] as JsonValue, name)
      }
    }
  }
}
