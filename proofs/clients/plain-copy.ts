// Runs inside a generated project, as a user's code: proofs copy it there.

/** Response headers, since a recording keeps only those that clients act on, and what SDKs keep of the transport's response. */
const leftOut = new Set(['headers', 'responseHeaders', '$response', 'rawResponse'])

/** A plain copy, errors included. */
export function plainCopy(value: unknown): unknown {
  const plain = JSON.stringify(value, (key, item) => {
    if (leftOut.has(key)) return undefined
    if (item instanceof Error) {
      const { stack: _, ...fields } = Object.fromEntries(
        Object.getOwnPropertyNames(item).map((name) => [name, (item as never)[name]]),
      )
      return { name: item.name, class: item.constructor.name, message: item.message, ...fields }
    }
    return typeof item === 'bigint' ? String(item) : item
  })
  return plain === undefined ? undefined : JSON.parse(plain)
}
