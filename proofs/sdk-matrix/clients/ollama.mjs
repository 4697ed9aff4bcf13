import { Ollama } from 'ollama'
import { abortAfterTwo } from './abort-after-two.mjs'
import { weather, weatherReport } from './weather.mjs'

const model = 'qwen3'

export default function ollamaClient(host) {
  const client = new Ollama({ host })
  const tools = [{ type: 'function', function: weather }]
  const user = (content) => ({ role: 'user', content })
  return {
    json: async (question) => ({
      chat: await client.chat({ model, messages: [user(question)] }),
      generate: await client.generate({ model, prompt: question }),
    }),
    async stream(question, tell) {
      for await (const part of await client.chat({ model, messages: [user(question)], stream: true }))
        tell(part)
      for await (const part of await client.generate({ model, prompt: question, stream: true })) tell(part)
    },
    async tools(question, tell) {
      const messages = [user(question)]
      const { message } = await client.chat({ model, messages, tools })
      tell(message)
      const results = message.tool_calls.map(({ function: { name } }) => ({
        role: 'tool',
        tool_name: name,
        content: JSON.stringify(weatherReport),
      }))
      const again = [...messages, message, ...results]
      for await (const part of await client.chat({ model, messages: again, tools, stream: true })) tell(part)
    },
    async abort(question, tell) {
      const stream = await client.chat({ model, messages: [user(question)], stream: true })
      return abortAfterTwo(stream, () => stream.abort(), tell)
    },
  }
}
