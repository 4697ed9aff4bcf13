import { createAgent, HumanMessage, tool } from 'langchain'
import { abortAfterTwo } from './abort-after-two.mjs'
import { idNumberer } from './number-ids.mjs'
import { weather, weatherReport } from './weather.mjs'

/** LangChain over any of its chat models. */
export function langchainClient(model) {
  const { parameters: schema, ...named } = weather
  const report = tool(async () => JSON.stringify(weatherReport), { ...named, schema })
  const user = (question) => [new HumanMessage(question)]
  return {
    json: async (question) => plain(await model.invoke(user(question))),
    async stream(question, tell) {
      for await (const chunk of await model.stream(user(question))) tell(plain(chunk))
    },
    async tools(question, tell) {
      const agent = createAgent({ model, tools: [report] })
      const { messages } = await agent.invoke({ messages: user(question) })
      const numberIds = idNumberer()
      for (const message of messages) tell(numberIds(plain(message)))
    },
    async abort(question, tell) {
      const controller = new AbortController()
      const stream = await model.stream(user(question), { signal: controller.signal })
      return abortAfterTwo(
        stream,
        () => controller.abort(),
        (chunk) => tell(plain(chunk)),
      )
    },
  }
}

/** Without the ids that LangChain makes up for each run. */
function plain({ content, tool_calls, usage_metadata, response_metadata }) {
  return { content, tool_calls, usage_metadata, response_metadata }
}
