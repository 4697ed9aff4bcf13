import { CohereClientV2 } from 'cohere-ai'
import { abortAfterTwo } from './abort-after-two.mjs'
import { weather, weatherReport } from './weather.mjs'

const model = 'command-a-03-2025'

export default function cohereClient(origin) {
  const client = new CohereClientV2({ token: 'sk-matrix', environment: origin })
  const tools = [{ type: 'function', function: weather }]
  const user = (content) => ({ role: 'user', content })
  return {
    json: (question) => client.chat({ model, messages: [user(question)] }),
    async stream(question, tell) {
      for await (const event of await client.chatStream({ model, messages: [user(question)] })) tell(event)
    },
    async tools(question, tell) {
      const messages = [user(question)]
      const { message } = await client.chat({ model, messages, tools })
      tell(message)
      const { toolPlan, toolCalls } = message
      const results = toolCalls.map(({ id }) => ({
        role: 'tool',
        toolCallId: id,
        content: JSON.stringify(weatherReport),
      }))
      const asked = { role: 'assistant', toolPlan, toolCalls }
      const stream = await client.chatStream({ model, messages: [...messages, asked, ...results], tools })
      for await (const event of stream) tell(event)
    },
    async abort(question, tell) {
      const controller = new AbortController()
      const options = { abortSignal: controller.signal }
      const stream = await client.chatStream({ model, messages: [user(question)] }, options)
      return abortAfterTwo(stream, () => controller.abort(), tell)
    },
  }
}
