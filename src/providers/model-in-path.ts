import type { JsonValue } from '../json/value.ts'
import { textIn } from './fields.ts'

/** What the first group of a pattern finds in the path of a URL, decoded; `null` where it does not match. Never throws. */
export function namedInPath(url: URL, pattern: RegExp): string | null {
  const name = pattern.exec(url.pathname)?.[1]
  try {
    return name === undefined ? null : decodeURIComponent(name)
  } catch {
    return name ?? null
  }
}

/** The model of a request in OpenAI's manner: in the body, or as Azure's deployment in the path only. */
export function modelOrDeployment(url: URL, body: JsonValue | undefined): string | null {
  return textIn(body, 'model') ?? namedInPath(url, /\/deployments\/([^/]+)\//)
}
