import { type MappedText, mapJsonString, mapPlain } from '../json/mapped-text.ts'
import { type FieldPath, formatPath } from '../json/path.ts'
import { type JsonStringSpan, scanJsonStrings } from '../json/scan.ts'
import { applyEdits, type Edit, removalOf } from './edit.ts'
import type { Finder } from './finder.ts'
import { REMOVED } from './redactor.ts'

/** A string with the field it is the value of; `key` is `null` for text that is no field's. */
export interface Field {
  path: FieldPath
  key: string | null
}

export type UserFunction = (text: string, fieldPath: string | null) => string

/** What decides about one string: everything but how strings are found in a body. */
export interface StringRules {
  finder: Finder
  functions: readonly UserFunction[]
  isContent(path: FieldPath): boolean
}

/** Nothing shorter is a secret by form, context or value; the field's name has had its say by then. */
const shortestSecret = 7

/** JSON inside strings inside JSON: deeper nesting than this is searched as text. */
const maxDepth = 8

/** Whether a field's name alone condemns its string value. */
export function isSecretField(rules: StringRules, field: Field): boolean {
  return field.key !== null && rules.finder.isSecretName(field.key) && !rules.isContent(field.path)
}

/** Whether the text is a JSON object or array. Cheap for text that is not. */
export function isJsonContainer(text: string): boolean {
  const first = /^[ \t\r\n]*([[{])/.exec(text)?.[1]
  if (first === undefined || !/[\]}][ \t\r\n]*$/.test(text.slice(-64))) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The edits that a complete string needs, in offsets of the outermost text. JSON inside it is taken apart. */
export function editString(value: MappedText, field: Field, rules: StringRules, depth = 0): Edit[] {
  const { text } = value
  if (text === '' || text === REMOVED) return []
  if (isSecretField(rules, field)) return [removalOf({ start: value.at(0), end: value.at(text.length) })]
  if (text.length < shortestSecret) return []
  if (depth < maxDepth && isJsonContainer(text)) return editJson(value, rules, depth + 1)
  return rules.finder
    .find(text, 0, true)
    .spans.map((span) => removalOf({ start: value.at(span.start), end: value.at(span.end) }))
}

/** The edits that JSON text needs in its strings and keys. `text` must parse. */
export function editJson(json: MappedText, rules: StringRules, depth = 0): Edit[] {
  const edits: Edit[] = []
  for (const span of scanJsonStrings(json.text)) {
    const found = depth === 0 ? editField(json, span, rules) : editInside(json, span, rules, depth)
    for (const edit of found) edits.push(edit)
  }
  return edits
}

/** The edits that one string of a JSON text needs, the user's functions last. */
export function editField(json: MappedText, span: JsonStringSpan, rules: StringRules): Edit[] {
  const edits = editInside(json, span, rules, 0)
  if (rules.functions.length === 0 || span.isKey || span.start === span.end) return edits
  const raw = json.text.slice(span.start, span.end)
  const clean = JSON.parse(
    `"${applyEdits(raw, editInside(mapPlain(raw, 0), { ...span, start: 0, end: raw.length }, rules, 0))}"`,
  )
  const changed = runFunctions(clean as string, span, rules)
  if (changed === clean) return edits
  return [
    { start: json.at(span.start), end: json.at(span.end), insert: JSON.stringify(changed).slice(1, -1) },
  ]
}

function editInside(json: MappedText, span: JsonStringSpan, rules: StringRules, depth: number): Edit[] {
  if (span.start === span.end) return []
  const value = mapJsonString(json, span.start, span.end)
  return editString(value, span.isKey ? { path: span.path, key: null } : span, rules, depth)
}

/** A decoded string without its secrets, the user's functions last. The same string where there is nothing to remove. */
export function cleanString(text: string, field: Field, rules: StringRules): string {
  return runFunctions(applyEdits(text, editString(mapPlain(text, 0), field, rules)), field, rules)
}

function runFunctions(text: string, field: Field, { functions }: StringRules): string {
  if (functions.length === 0) return text
  const fieldPath = field.path.length === 0 ? null : formatPath(field.path)
  let result = text
  for (const change of functions) result = change(result, fieldPath)
  return result
}
