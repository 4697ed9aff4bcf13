import OpenAI from 'openai'
import { abortAfterTwo } from './abort-after-two.mjs'
import { weather, weatherReport } from './weather.mjs'

const model = 'gpt-5-mini'

export default function openaiClient(origin) {
  const { chat, responses } = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'sk-matrix' })
  const tools = [{ type: 'function', function: weather }]
  const user = (content) => ({ role: 'user', content })
  return {
    async json(question) {
      const completion = await chat.completions.create({ model, messages: [user(question)] })
      const response = await responses.create({ model, input: question })
      return { completion, response }
    },
    async stream(question, tell) {
      const messages = [user(question)]
      for await (const chunk of await chat.completions.create({ model, messages, stream: true })) tell(chunk)
      for await (const event of await responses.create({ model, input: question, stream: true })) tell(event)
    },
    async tools(question, tell) {
      const messages = [user(question)]
      const runner = chat.completions.stream({ model, messages, tools })
      for await (const chunk of runner) tell(chunk)
      const { message } = (await runner.finalChatCompletion()).choices[0]
      const results = message.tool_calls.map(({ id }) => ({
        role: 'tool',
        tool_call_id: id,
        content: JSON.stringify(weatherReport),
      }))
      return chat.completions.create({ model, messages: [...messages, message, ...results], tools })
    },
    async abort(question, tell) {
      const controller = new AbortController()
      const stream = await chat.completions.create(
        { model, messages: [user(question)], stream: true },
        { signal: controller.signal },
      )
      return abortAfterTwo(stream, () => controller.abort(), tell)
    },
  }
}
