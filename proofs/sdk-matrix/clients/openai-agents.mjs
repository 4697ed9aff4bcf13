import { Agent, OpenAIResponsesModel, Runner, tool } from '@openai/agents'
import OpenAI from 'openai'
import { abortAfterTwo } from './abort-after-two.mjs'
import { weather, weatherReport } from './weather.mjs'

export default function agentsClient(origin) {
  const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'sk-matrix' })
  const model = new OpenAIResponsesModel(client, 'gpt-5-mini')
  const runner = new Runner()
  const report = tool({
    ...weather,
    parameters: { ...weather.parameters, additionalProperties: false },
    strict: false,
    execute: async () => weatherReport,
  })
  const agent = (tools = []) => new Agent({ name: 'Weather agent', instructions: 'Answer.', model, tools })
  const events = (result) => result.toStream()
  return {
    async json(question) {
      const { finalOutput, rawResponses } = await runner.run(agent(), question)
      return { finalOutput, rawResponses }
    },
    async stream(question, tell) {
      const result = await runner.run(agent(), question, { stream: true })
      for await (const { type, data } of events(result)) tell({ type, data })
      await result.completed
    },
    async tools(question, tell) {
      const { finalOutput, rawResponses } = await runner.run(agent([report]), question)
      tell(rawResponses)
      return finalOutput
    },
    async abort(question, tell) {
      const controller = new AbortController()
      const result = await runner.run(agent(), question, { stream: true, signal: controller.signal })
      result.completed.catch(() => {})
      return abortAfterTwo(
        events(result),
        () => controller.abort(),
        ({ type, data }) => tell({ type, data }),
      )
    },
  }
}
