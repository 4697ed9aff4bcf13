import { isJsonObject, type JsonValue } from '../json/value.ts'
import type { ToolOffer } from '../providers/dialect.ts'
import { codeSpan, inlineText, isPlainProse } from './transcript-text.ts'

/** Characters shown of a signature and of a description. */
const limit = 300
/** How deep a parameter's type is spelled out. */
const maxDepth = 2

/** The tools a call offers: on the heading's line where it is one without description, else as a list. */
export function renderTools(tools: readonly ToolOffer[]): string[] {
  const [first] = tools
  if (!first) return ['**Tools offered** none']
  if (tools.length === 1 && !first.description) return [`**Tools offered** ${signatureText(first)}`]
  return [
    '**Tools offered**',
    tools.map((tool) => `- ${signatureText(tool)}${descriptionText(tool)}`).join('\n'),
  ]
}

/** A tool as a signature: `get_weather(city: string, day?: string)`. */
export function signature(tool: ToolOffer): string {
  const fields = isJsonObject(tool.parameters) ? fieldList(tool.parameters, 0) : null
  return `${tool.name}(${fields ?? (tool.parameters === undefined ? '' : '…')})`
}

function signatureText(tool: ToolOffer): string {
  const text = clip(signature(tool))
  return isPlainProse(`x ${text}`) ? text : codeSpan(text)
}

function descriptionText(tool: ToolOffer): string {
  return tool.description ? `: ${inlineText(clip(tool.description))}` : ''
}

function clip(text: string): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`
}

function fieldList(schema: JsonValue, depth: number): string | null {
  const properties = isJsonObject(schema) ? schema.properties : undefined
  if (!isJsonObject(properties)) return null
  const required = isJsonObject(schema) && Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(properties).map(
    ([name, type]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(type, depth)}`,
  )
  return fields.join(', ')
}

function typeText(schema: JsonValue | undefined, depth: number): string {
  if (!isJsonObject(schema)) return 'any'
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' / ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const options = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (options)
    return depth >= maxDepth ? 'any' : options.map((option) => typeText(option, depth + 1)).join(' / ')
  if (Array.isArray(schema.type)) return schema.type.map(String).join(' / ')
  if (schema.type === 'array') return `${depth >= maxDepth ? 'any' : typeText(schema.items, depth + 1)}[]`
  if (schema.type !== 'object') return typeof schema.type === 'string' ? schema.type : 'any'
  const fields = depth >= maxDepth ? null : fieldList(schema, depth + 1)
  return fields ? `{${fields}}` : 'object'
}
