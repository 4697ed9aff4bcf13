/**
 * Ids of every dialect. They stand apart from the dialects themselves because the trap and `defineProvider` need the
 * names in files that never make a call, where loading the readers would be waste.
 */
export const dialectIds = ['openai-chat', 'openai-responses', 'anthropic-messages', 'plain'] as const

const endpoints: readonly (readonly [id: (typeof dialectIds)[number], path: RegExp])[] = [
  ['openai-chat', /\/chat\/completions$/],
  ['openai-responses', /\/responses(?:\/resp_[^/]+)?$/],
  // Claude on Vertex AI speaks the messages format under a path of Google's.
  [
    'anthropic-messages',
    /\/messages(?:\/count_tokens)?$|\/publishers\/anthropic\/models\/[^/]+:(?:streamR|r)awPredict$/,
  ],
]

/** The dialect whose endpoint a URL path is, by its end, so that any base path of a gateway fits; `null` for other paths. */
export function endpointDialect(pathname: string): (typeof dialectIds)[number] | null {
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  for (const [id, pattern] of endpoints) if (pattern.test(path)) return id
  return null
}
