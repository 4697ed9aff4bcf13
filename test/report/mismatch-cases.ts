import type { RecordedRequest } from '../../src/cassette/records.ts'
import type { MismatchText } from '../../src/errors/replay-mismatch.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CallFinder, type FinderOptions } from '../../src/match/finder.ts'
import type { MismatchData } from '../../src/match/mismatch.ts'
import type { MismatchCore } from '../../src/match/mismatch-data.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { describeMismatch } from '../../src/report/mismatch-text.ts'
import { chatRequest, recordedCall } from '../match/requests.ts'

/** The request that the table of edits starts from: a second turn with a tool call and its result. */
export const agentTurn: JsonObject = {
  model: 'gpt-5-mini',
  temperature: 0,
  messages: [
    { role: 'system', content: 'Answer in one sentence. Use the weather tool when asked.' },
    { role: 'user', content: 'Do I need an umbrella in Lisbon?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"q":"Lisbon"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '{"rain":true}' },
  ],
  tools: [tool('search'), tool('get_weather')],
}

export function tool(name: string, maximum = 10): JsonObject {
  return {
    type: 'function',
    function: {
      name,
      description: `Runs ${name}.`,
      parameters: { type: 'object', properties: { limit: { type: 'integer', maximum } } },
    },
  }
}

/** A copy of `agentTurn`, edited in place by `edit`. */
// biome-ignore lint/suspicious/noExplicitAny: edits reach deep into a body whose shape the test knows
export function edited(edit: (body: any) => void): JsonObject {
  const copy = structuredClone(agentTurn)
  edit(copy)
  return copy
}

export const now = new Date('2026-11-30T12:00:00Z')

/** Everything a session adds to what matching knows. */
export function dataOf(core: MismatchCore, calls: number | null): MismatchData {
  return {
    ...core,
    cassette: {
      path: 'src/__recordings__/agent.test.ts/calls the tool.jsonl',
      calls,
      recorded_at: calls === null ? null : '2026-11-18T09:00:00Z',
      other_test: null,
      read_at: null,
    },
    config: 'retake.config.ts',
    command: "npx retake record -- npx vitest run src/agent.test.ts -t '^calls the tool$'",
  }
}

/** The mismatch of the first of `asked` that `recorded` does not answer. */
export function mismatchOf(
  recorded: RecordedRequest[],
  asked: RecordedRequest[],
  options: Partial<FinderOptions> = {},
): MismatchData {
  const calls = recorded.map((request, index) => recordedCall(index, request))
  const finder = new CallFinder(calls, { order: 'any', ...options })
  for (const request of asked) {
    const result = finder.take(request)
    if (!result.found) return dataOf(result.mismatch, calls.length)
  }
  const unused = finder.unusedMismatch()
  if (!unused) throw new Error('every call was found')
  return dataOf(unused, calls.length)
}

export function textOf(data: MismatchData): MismatchText {
  return describeMismatch(data, dialectById(data.dialect), now)
}

/** Text of the mismatch between `agentTurn` and another body. */
export function textOfEdit(
  incoming: JsonValue,
  recorded: JsonValue = agentTurn,
): MismatchText & { data: MismatchData } {
  const request = (json: JsonValue) => chatRequest({}, { body: { json } })
  const data = mismatchOf([request(recorded)], [request(incoming)])
  return { data, ...textOf(data) }
}

/** Lines of the message and of the runner's diff, were no line of the two sides equal, and its frame. */
export function linesOf({ message, expected, actual }: MismatchText): number {
  const count = (value: unknown) => (value === undefined ? 0 : String(value).split('\n').length)
  return count(message) + count(expected) + count(actual) + (expected === undefined ? 0 : 4)
}
