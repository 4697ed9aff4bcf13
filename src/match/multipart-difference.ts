import type { BodyPart } from '../cassette/records.ts'
import { formatPath } from '../json/path.ts'
import type { JsonValue } from '../json/value.ts'
import { bytesDifference, bytesOf, describeBytes } from './bytes-difference.ts'
import { firstJsonDifference } from './json-difference.ts'
import type { Difference } from './mismatch.ts'

/**
 * The first difference between two multipart bodies: a part more or less (`multipart[2]`), or what differs in one
 * (`multipart[1].filename`, `.text`, `.base64`). Contents that are no text are told by size, hash and the place where they
 * part. `null` exactly where the parts are equal.
 */
export function multipartDifference(recorded: BodyPart[], incoming: BodyPart[]): Difference | null {
  const found = firstJsonDifference(asJson(recorded), asJson(incoming))
  if (!found) return null
  const path = ['multipart', ...found.path]
  const [index, field] = found.path
  const a = recorded[index as number]
  const b = incoming[index as number]
  const inContent = found.path.length === 2 && (field === 'text' || field === 'base64')
  if (a && b && inContent && !('text' in a && 'text' in b)) {
    return {
      field_path: formatPath([...path.slice(0, 2), 'base64']),
      ...bytesDifference(bytesOf(a), bytesOf(b)),
    }
  }
  if (found.path.length === 1)
    return {
      field_path: formatPath(path),
      recorded: onOneSide(found.recorded),
      incoming: onOneSide(found.incoming),
    }
  return { field_path: formatPath(path), recorded: found.recorded, incoming: found.incoming }
}

/** A part as a reader sees it: contents that are no text by size and hash. */
export function shownPart(part: BodyPart): JsonValue {
  if ('text' in part) return asJson(part)
  const { base64, ...head } = part
  return { ...(asJson(head) as object), content: describeBytes(bytesOf({ base64 })) }
}

function onOneSide(part: JsonValue | undefined): JsonValue | undefined {
  return part === undefined ? undefined : shownPart(part as unknown as BodyPart)
}

function asJson(value: unknown): JsonValue {
  return value as JsonValue
}
