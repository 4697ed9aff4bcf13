import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
} from '@aws-sdk/client-bedrock-runtime'
import { abortAfterTwo } from './abort-after-two.mjs'
import { weather, weatherReport } from './weather.mjs'

const modelId = 'amazon.nova-lite-v1:0'

/** @param requestHandler the transport; `undefined` for the SDK's own, HTTP/2 */
export function bedrockClient(endpoint, requestHandler) {
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint,
    ...(requestHandler ? { requestHandler } : {}),
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' },
  })
  const { parameters, ...named } = weather
  const toolConfig = { tools: [{ toolSpec: { ...named, inputSchema: { json: parameters } } }] }
  const user = (...content) => ({ role: 'user', content })
  const converse = (...messages) => ({ modelId, messages })
  return {
    async json(question) {
      const { output, stopReason, usage } = await client.send(
        new ConverseCommand(converse(user({ text: question }))),
      )
      const body = JSON.stringify({ messages: [user({ text: question })] })
      const invoked = await client.send(
        new InvokeModelCommand({ modelId, body, contentType: 'application/json' }),
      )
      return { output, stopReason, usage, invoked: invoked.body.transformToString() }
    },
    async stream(question, tell) {
      const { stream } = await client.send(new ConverseStreamCommand(converse(user({ text: question }))))
      for await (const event of stream) tell(event)
    },
    async tools(question, tell) {
      const asked = user({ text: question })
      const { output } = await client.send(new ConverseCommand({ ...converse(asked), toolConfig }))
      tell(output)
      const results = output.message.content
        .filter(({ toolUse }) => toolUse)
        .map(({ toolUse: { toolUseId } }) => ({
          toolResult: { toolUseId, content: [{ json: weatherReport }] },
        }))
      const again = converse(asked, output.message, user(...results))
      const { stream } = await client.send(new ConverseStreamCommand({ ...again, toolConfig }))
      for await (const event of stream) tell(event)
    },
    async abort(question, tell) {
      const controller = new AbortController()
      const command = new ConverseStreamCommand(converse(user({ text: question })))
      const { stream } = await client.send(command, { abortSignal: controller.signal })
      return abortAfterTwo(stream, () => controller.abort(), tell)
    },
  }
}
