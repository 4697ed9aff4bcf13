import type { Usage } from '../../cassette/records.ts'
import type { JsonObject } from '../../json/value.ts'
import { fieldIn, numberIn } from '../fields.ts'

/** Token counts of a `usage` object of chat completions; `null` where it counts nothing. */
export function readUsage(usage: JsonObject): Usage | null {
  const cached =
    numberIn(fieldIn(usage, 'prompt_tokens_details'), 'cached_tokens') ??
    numberIn(usage, 'prompt_cache_hit_tokens') ??
    numberIn(usage, 'cached_tokens')
  const reasoning =
    numberIn(fieldIn(usage, 'completion_tokens_details'), 'reasoning_tokens') ??
    numberIn(usage, 'reasoning_tokens')
  const input = numberIn(usage, 'prompt_tokens')
  const output = numberIn(usage, 'completion_tokens')
  if (input === undefined && output === undefined) return null
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
    ...(cached === undefined ? {} : { cached_input_tokens: cached }),
    ...(reasoning === undefined ? {} : { reasoning_tokens: reasoning }),
  }
}
