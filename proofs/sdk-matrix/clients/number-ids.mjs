/**
 * Gives a function that copies what it is given with every id told by the order in which it first came: some clients make up
 * the ids of tool calls where the provider sent none.
 */
export function idNumberer() {
  const known = new Map()
  const numberOf = (id) => {
    if (!known.has(id)) known.set(id, `id ${known.size}`)
    return known.get(id)
  }
  const isId = (key, value) => /^(?:id|toolCallId)$/.test(key) && typeof value === 'string'
  return (value) =>
    JSON.parse(JSON.stringify(value, (key, item) => (isId(key, item) ? numberOf(item) : item)))
}
