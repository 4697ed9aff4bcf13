import { Mistral } from '@mistralai/mistralai'
import { abortAfterTwo } from './abort-after-two.mjs'
import { weather, weatherReport } from './weather.mjs'

const model = 'mistral-small-latest'

export default function mistralClient(origin) {
  const { chat } = new Mistral({ apiKey: 'sk-matrix', serverURL: origin })
  const tools = [{ type: 'function', function: weather }]
  const user = (content) => ({ role: 'user', content })
  return {
    json: (question) => chat.complete({ model, messages: [user(question)] }),
    async stream(question, tell) {
      for await (const event of await chat.stream({ model, messages: [user(question)] })) tell(event)
    },
    async tools(question, tell) {
      const messages = [user(question)]
      const asked = await chat.complete({ model, messages, tools })
      tell(asked)
      const { message } = asked.choices[0]
      const results = message.toolCalls.map(({ id, function: { name } }) => ({
        role: 'tool',
        name,
        toolCallId: id,
        content: JSON.stringify(weatherReport),
      }))
      const stream = await chat.stream({ model, messages: [...messages, message, ...results], tools })
      for await (const event of stream) tell(event)
    },
    async abort(question, tell) {
      const controller = new AbortController()
      const fetchOptions = { signal: controller.signal }
      const stream = await chat.stream({ model, messages: [user(question)] }, { fetchOptions })
      return abortAfterTwo(stream, () => controller.abort(), tell)
    },
  }
}
