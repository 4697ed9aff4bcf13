import { generateText, jsonSchema, streamText, tool } from 'ai'
import { abortAfterTwo } from './abort-after-two.mjs'
import { idNumberer } from './number-ids.mjs'
import { weather, weatherReport } from './weather.mjs'

/** The AI SDK over any of its providers' models. */
export function aiClient(model) {
  const tools = {
    [weather.name]: tool({
      description: weather.description,
      inputSchema: jsonSchema(weather.parameters),
      execute: async () => weatherReport,
    }),
  }
  // An error is told as an event; the default prints it.
  const onError = () => {}
  const drain = async ({ fullStream }, tell) => {
    for await (const part of fullStream) tell(withoutTime(part))
  }
  return {
    async json(prompt) {
      const { content, finishReason, usage } = await generateText({ model, prompt })
      return { content, finishReason, usage }
    },
    stream: (prompt, tell) => drain(streamText({ model, prompt, onError }), tell),
    async tools(prompt, tell) {
      const stopWhen = ({ steps }) => steps.length === 2
      const numberIds = idNumberer()
      await drain(streamText({ model, prompt, tools, stopWhen, onError }), (part) => tell(numberIds(part)))
      const { steps } = await generateText({ model, prompt, tools, stopWhen })
      return numberIds(steps.map(({ content, finishReason, usage }) => ({ content, finishReason, usage })))
    },
    async abort(prompt, tell) {
      const controller = new AbortController()
      const { textStream } = streamText({ model, prompt, onError, abortSignal: controller.signal })
      return abortAfterTwo(textStream, () => controller.abort(), tell)
    },
  }
}

/** Without the times that the AI SDK itself takes. */
function withoutTime({ performance: _, ...part }) {
  if (!part.response) return part
  const { timestamp: _time, ...response } = part.response
  return { ...part, response }
}
