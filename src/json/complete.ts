/**
 * The shortest text that makes the beginning of a JSON text whole: `"}}` for `{"delta":{"text":"Hel`. `null` where nothing
 * does, as after an escape that is cut in two.
 */
export function completionOf(beginning: string): string | null {
  const closers: string[] = []
  let inString = false
  for (let at = 0; at < beginning.length; at += 1) {
    const char = beginning[at]
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') closers.unshift('}')
    else if (char === '[') closers.unshift(']')
    else if (char === '}' || char === ']') closers.shift()
  }
  const ends = inString ? ['"', '":null'] : ['', 'null', ':null', '"":null']
  return ends.map((end) => end + closers.join('')).find((end) => isJson(beginning + end)) ?? null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
