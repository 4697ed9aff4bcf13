import type { OfferedTool } from './model.ts'

interface Schema {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
}

/** Words of tool names that say nothing about their subject. */
const verbs = new Set([
  'get',
  'set',
  'find',
  'list',
  'look',
  'lookup',
  'search',
  'fetch',
  'the',
  'for',
  'tool',
  'current',
])
const places = /\b(?:in|for|at|to|of|between|and|or|,)\s+(\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)?)/gu
const placeFields = ['city', 'location', 'place', 'town']

/** The calls that a user's text asks for: tools whose subject it mentions, once for each place it names. */
export function planCalls(
  user: string,
  tools: readonly OfferedTool[],
): { name: string; arguments: Record<string, unknown> }[] {
  const named = [...new Set([...user.matchAll(places)].map((match) => match[1] as string))]
  return tools
    .filter((tool) => fits(tool, user, named))
    .flatMap((tool) => {
      const schema = (tool.parameters ?? {}) as Schema
      const field = placeField(schema)
      const targets = field !== undefined && named.length > 0 ? named : [undefined]
      return targets.map((place) => ({ name: tool.name, arguments: fill(schema, user, field, place) }))
    })
}

function fits(tool: OfferedTool, user: string, named: readonly string[]): boolean {
  const words = tool.name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  const text = user.toLowerCase()
  const isMentioned = words.some((word) => word.length > 2 && !verbs.has(word) && text.includes(word))
  const isAsked =
    words.some((word) => word === 'search' || word === 'find') && /\b(search|find|look up)\b/.test(text)
  return (
    isMentioned ||
    isAsked ||
    (named.length > 0 && placeField((tool.parameters ?? {}) as Schema) !== undefined)
  )
}

function placeField(schema: Schema): string | undefined {
  return placeFields.find((field) => schema.properties && field in schema.properties)
}

function fill(schema: Schema, user: string, field?: string, place?: string): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false
    const value = name === field && place !== undefined ? place : mentioned(name, property, user)
    if (value !== undefined) filled[name] = value
    else if (isRequired) filled[name] = fallback(property, user)
  }
  return filled
}

function mentioned(name: string, property: Schema, user: string): unknown {
  const text = user.toLowerCase()
  if (property.enum) return property.enum.find((value) => text.includes(String(value).toLowerCase()))
  if (name === 'day' || name === 'date')
    return /\b(today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i.exec(user)?.[1]
  return undefined
}

function fallback(property: Schema, user: string): unknown {
  if (property.enum) return property.enum[0]
  const number = Number(/\d+(?:\.\d+)?/.exec(user)?.[0] ?? 1)
  if (property.type === 'number') return number
  if (property.type === 'integer') return Math.trunc(number)
  if (property.type === 'boolean') return true
  if (property.type === 'array') return []
  return property.type === 'object' ? fill(property, user) : user
}
