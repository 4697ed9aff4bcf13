import type { Usage } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { numberIn } from '../fields.ts'

/**
 * Bedrock counts cached tokens beside `inputTokens`; here they are part of them, as everywhere else, unless the total shows
 * that a model counts them so itself.
 */
export function readUsage(usage: JsonValue | undefined): Usage | null {
  if (!isJsonObject(usage)) return null
  const fresh = numberIn(usage, 'inputTokens')
  const output = numberIn(usage, 'outputTokens')
  if (fresh === undefined && output === undefined) return null
  const read = numberIn(usage, 'cacheReadInputTokens') ?? numberIn(usage, 'cacheReadInputTokenCount')
  const written = numberIn(usage, 'cacheWriteInputTokens') ?? numberIn(usage, 'cacheWriteInputTokenCount')
  const beside = (read ?? 0) + (written ?? 0)
  const isWhole = numberIn(usage, 'totalTokens') === (fresh ?? 0) + (output ?? 0)
  return {
    ...(fresh === undefined ? {} : { input_tokens: isWhole ? fresh : fresh + beside }),
    ...(output === undefined ? {} : { output_tokens: output }),
    ...(read === undefined ? {} : { cached_input_tokens: read }),
  }
}
