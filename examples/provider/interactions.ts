import type { Exchange } from './exchange.ts'
import { countTokens, hashOf, splitTokens } from './hash.ts'
import { type OfferedTool, reply } from './model.ts'
import { fail, sendEvents, sendJson } from './send.ts'

type Item = {
  type?: string
  text?: string
  name?: string
  result?: unknown
  role?: string
  content?: unknown
}

interface InteractionRequest {
  model: string
  input?: string | Item[]
  system_instruction?: string
  tools?: OfferedTool[]
  stream?: boolean
}

/** POST /v1beta/interactions */
export async function answerInteractions(exchange: Exchange): Promise<void> {
  const request = exchange.body as InteractionRequest
  if (request.input === undefined) return fail(exchange, 400, 'input is required')
  const items: Item[] =
    typeof request.input === 'string' ? [{ role: 'user', content: request.input }] : request.input
  const answer = reply(
    {
      system: request.system_instruction ?? '',
      user: JSON.stringify(items.find(({ role }) => role === 'user')?.content ?? items),
      tools: request.tools ?? [],
      results: items
        .filter(({ type }) => type === 'function_result')
        .map(({ name = 'tool', result }) => ({ name, text: JSON.stringify(result) })),
      schema: null,
      thinks: false,
    },
    hashOf(request),
  )
  const calls = answer.calls.map(({ id, name, arguments: args }) => {
    return { type: 'function_call', id, name, arguments: args }
  })
  const usage = {
    total_input_tokens: countTokens(request.input),
    total_output_tokens: countTokens(answer.text) + countTokens(answer.calls),
  }
  const head = { id: `v1_${hashOf(request).slice(0, 12)}`, object: 'interaction', model: request.model }
  const status = calls.length > 0 ? 'requires_action' : 'completed'
  if (!request.stream) {
    const steps =
      calls.length > 0 ? calls : [{ type: 'model_output', content: [{ type: 'text', text: answer.text }] }]
    return sendJson(exchange, { ...head, status, steps, usage })
  }
  const event = (event_type: string, fields: object) => ({
    event: event_type,
    data: { ...fields, event_type },
  })
  const spoken = splitTokens(answer.text).map((text) =>
    event('step.delta', { index: 0, delta: { type: 'text', text } }),
  )
  const called = calls.flatMap(({ arguments: args, ...call }, index) => [
    event('step.start', { index, step: { ...call, arguments: '' } }),
    ...(JSON.stringify(args).match(/.{1,8}/gsu) ?? []).map((piece) =>
      event('step.delta', { index, delta: { type: 'arguments', arguments: piece } }),
    ),
    event('step.stop', { index }),
  ])
  return sendEvents(exchange, [
    event('interaction.created', { interaction: { ...head, status: 'in_progress' } }),
    ...(calls.length > 0
      ? called
      : [event('step.start', { index: 0, step: { type: 'model_output' } }), ...spoken]),
    event('interaction.completed', { interaction: { ...head, status, usage } }),
    { event: 'done', data: '[DONE]' },
  ])
}
