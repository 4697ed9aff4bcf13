import type { FieldPath } from '../json/path.ts'
import type { JsonValue } from '../json/value.ts'
import { type NamedField, nameOther } from './name-field.ts'

/**
 * Names fields of a request whose `field` is what the model works on, a text or a list of them: `the input`, `input 3`.
 * For formats without a conversation.
 */
export function inputNamer(field: string): (body: JsonValue, path: FieldPath) => NamedField {
  return (_body, path) => {
    const [first, at, ...inside] = path
    if (first !== field) return nameOther(path)
    return typeof at === 'number'
      ? { words: `${field} ${at + 1}`, rest: inside }
      : { words: `the ${field}`, rest: path.slice(1) }
  }
}
