import type { RecordedCall, Usage } from '../../cassette/records.ts'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { readAnswerBody } from '../answer-body.ts'
import type { Answer, Part } from '../dialect.ts'
import { fieldIn, listIn, numberIn, textIn } from '../fields.ts'
import { readError } from '../read-error.ts'
import { vectorParts } from '../vectors.ts'
import { readMessageParts } from './read-message.ts'

/** See `Dialect.readAnswer`. A stream is lines of JSON, each with a piece; the last one counts. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const lines = body.kind === 'ndjson' ? body.values : body.kind === 'json' ? [body.json] : []
  const last = lines.findLast((line) => fieldIn(line, 'done') === true) ?? lines.at(-1)
  const parts = partsOf(lines)
  const stop = textIn(last, 'done_reason')
  return {
    choices: parts.length > 0 || stop !== null ? [{ parts, stop }] : [],
    usage: readUsage(last),
    model: textIn(last, 'model'),
    error: readError(call, body),
  }
}

function partsOf(lines: readonly JsonValue[]): Part[] {
  const messages = lines.map((line) => fieldIn(line, 'message')).filter((message) => message !== undefined)
  const joined: JsonObject = {
    thinking: joinField([...messages, ...lines], 'thinking'),
    content: joinField(messages, 'content') + joinField(lines, 'response'),
    tool_calls: messages.flatMap((message) => listIn(message, 'tool_calls')),
  }
  const isAnswer = messages.length > 0 || lines.some((line) => textIn(line, 'response') !== null)
  const vectors = lines.flatMap((line) => [...listIn(line, 'embeddings'), ...oldVector(line)])
  return [...(isAnswer ? readMessageParts(joined) : []), ...vectorParts(vectors)]
}

function joinField(values: readonly JsonValue[], key: string): string {
  return values.map((value) => textIn(value, key) ?? '').join('')
}

/** `/api/embeddings`, which `/api/embed` replaced, answers with one vector. */
function oldVector(line: JsonValue): JsonValue[] {
  const vector = listIn(line, 'embedding')
  return vector.length > 0 ? [vector] : []
}

function readUsage(last: JsonValue | undefined): Usage | null {
  const input = numberIn(last, 'prompt_eval_count')
  const output = numberIn(last, 'eval_count')
  if (input === undefined && output === undefined) return null
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  }
}
