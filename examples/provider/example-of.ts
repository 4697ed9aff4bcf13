import { numberFrom } from './hash.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  minimum?: number
  $ref?: string
}

const words = ['umbrella', 'harbour', 'lantern', 'meadow', 'compass', 'orchard', 'pebble', 'violin']

/** A value that fits a JSON schema and depends on the schema, its field names and `topic` alone. */
export function exampleOf(schema: unknown, topic: string): unknown {
  return example(schema as Schema, topic, schema as Schema, 0)
}

function example(schema: Schema, topic: string, root: Schema, depth: number): unknown {
  if (depth > 8) return null
  if (schema.$ref) return example(resolve(root, schema.$ref), topic, root, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[numberFrom(topic, schema.enum.length)]
  if (schema.anyOf?.[0]) return example(schema.anyOf[0], topic, root, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties) {
    const fields = Object.entries(schema.properties ?? {})
    return Object.fromEntries(
      fields.map(([name, field]) => [name, example(field, `${topic} ${name}`, root, depth + 1)]),
    )
  }
  if (type === 'array') {
    return [1, 2].map((at) => example(schema.items ?? {}, `${topic} ${at}`, root, depth + 1))
  }
  if (type === 'integer' || type === 'number') return (schema.minimum ?? 0) + numberFrom(topic, 20)
  if (type === 'boolean') return numberFrom(topic, 2) === 1
  return type === 'null' ? null : words[numberFrom(topic, words.length)]
}

function resolve(root: Schema, reference: string): Schema {
  let value: unknown = root
  for (const key of reference.split('/').slice(1))
    value = (value as Record<string, unknown> | undefined)?.[key]
  return (value ?? {}) as Schema
}
