import { GoogleGenAI } from '@google/genai'
import { abortAfterTwo } from './abort-after-two.mjs'
import { weather, weatherReport } from './weather.mjs'

const model = 'gemini-3-flash'

export default function googleClient(origin) {
  const { models } = new GoogleGenAI({ apiKey: 'sk-matrix', httpOptions: { baseUrl: origin } })
  const tools = [
    {
      functionDeclarations: [{ ...weather, parameters: undefined, parametersJsonSchema: weather.parameters }],
    },
  ]
  const user = (...parts) => ({ role: 'user', parts })
  return {
    json: (question) => models.generateContent({ model, contents: question }),
    async stream(question, tell) {
      for await (const chunk of await models.generateContentStream({ model, contents: question })) tell(chunk)
    },
    async tools(question, tell) {
      const asked = user({ text: question })
      const stream = await models.generateContentStream({ model, contents: [asked], config: { tools } })
      const parts = []
      for await (const chunk of stream) {
        tell(chunk)
        parts.push(...chunk.candidates[0].content.parts)
      }
      const results = parts.map(({ functionCall: { name } }) => ({
        functionResponse: { name, response: { result: weatherReport } },
      }))
      const contents = [asked, { role: 'model', parts }, user(...results)]
      return models.generateContent({ model, contents, config: { tools } })
    },
    async abort(question, tell) {
      const controller = new AbortController()
      const config = { abortSignal: controller.signal }
      const stream = await models.generateContentStream({ model, contents: question, config })
      return abortAfterTwo(stream, () => controller.abort(), tell)
    },
  }
}
