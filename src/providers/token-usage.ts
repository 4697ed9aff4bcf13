import type { Usage } from '../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../json/value.ts'
import { numberIn } from './fields.ts'

/** Token counts under the names of OpenAI's newer endpoints (`input_tokens`) or its older ones (`prompt_tokens`). */
export function readTokenUsage(usage: JsonValue | undefined): Usage | null {
  if (!isJsonObject(usage)) return null
  const input =
    numberIn(usage, 'input_tokens') ?? numberIn(usage, 'prompt_tokens') ?? numberIn(usage, 'total_tokens')
  const output = numberIn(usage, 'output_tokens') ?? numberIn(usage, 'completion_tokens')
  if (input === undefined && output === undefined) return null
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  }
}
