import Anthropic from '@anthropic-ai/sdk'
import { abortAfterTwo } from './abort-after-two.mjs'
import { weather, weatherReport } from './weather.mjs'

export default function anthropicClient(origin) {
  const { messages } = new Anthropic({ baseURL: origin, apiKey: 'sk-matrix' })
  const ask = (...turns) => ({ model: 'claude-sonnet-4-5', max_tokens: 100, messages: turns })
  const user = (content) => ({ role: 'user', content })
  const { parameters: input_schema, ...named } = weather
  const tools = [{ ...named, input_schema }]
  return {
    json: (question) => messages.create(ask(user(question))),
    async stream(question, tell) {
      const stream = messages.stream(ask(user(question)))
      for await (const event of stream) tell(event)
      return stream.finalMessage()
    },
    async tools(question, tell) {
      const stream = messages.stream({ ...ask(user(question)), tools })
      for await (const event of stream) tell(event)
      const { content } = await stream.finalMessage()
      const results = content
        .filter(({ type }) => type === 'tool_use')
        .map(({ id }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: JSON.stringify(weatherReport),
        }))
      const turns = [user(question), { role: 'assistant', content }, user(results)]
      return messages.create({ ...ask(...turns), tools })
    },
    async abort(question, tell) {
      const controller = new AbortController()
      const stream = await messages.create(
        { ...ask(user(question)), stream: true },
        { signal: controller.signal },
      )
      return abortAfterTwo(stream, () => controller.abort(), tell)
    },
  }
}
