import Groq from 'groq-sdk'
import { abortAfterTwo } from './abort-after-two.mjs'
import { weather, weatherReport } from './weather.mjs'

const model = 'llama-3.3-70b-versatile'

export default function groqClient(origin) {
  const { completions } = new Groq({ apiKey: 'sk-matrix', baseURL: origin }).chat
  const tools = [{ type: 'function', function: weather }]
  const user = (content) => ({ role: 'user', content })
  return {
    json: (question) => completions.create({ model, messages: [user(question)] }),
    async stream(question, tell) {
      const messages = [user(question)]
      for await (const chunk of await completions.create({ model, messages, stream: true })) tell(chunk)
    },
    async tools(question, tell) {
      const messages = [user(question)]
      const asked = await completions.create({ model, messages, tools })
      tell(asked)
      const { message } = asked.choices[0]
      const results = message.tool_calls.map(({ id }) => ({
        role: 'tool',
        tool_call_id: id,
        content: JSON.stringify(weatherReport),
      }))
      const again = [...messages, message, ...results]
      for await (const chunk of await completions.create({ model, messages: again, tools, stream: true }))
        tell(chunk)
    },
    async abort(question, tell) {
      const controller = new AbortController()
      const stream = await completions.create(
        { model, messages: [user(question)], stream: true },
        { signal: controller.signal },
      )
      return abortAfterTwo(stream, () => controller.abort(), tell)
    },
  }
}
