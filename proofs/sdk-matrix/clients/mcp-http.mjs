import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** Calls of a tool over the Model Context Protocol: no model's traffic, recorded where the config asks for it. */
export default function mcpClient(origin) {
  const call = async (name, question, tell = () => {}, options = {}) => {
    const client = new Client({ name: 'matrix', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)))
    try {
      const onprogress = (progress) => tell(progress)
      return await client.callTool({ name, arguments: { question } }, undefined, { onprogress, ...options })
    } finally {
      await client.close()
    }
  }
  return {
    json: (question) => call('answer', question),
    stream: (question, tell) => call('answer_slowly', question, tell),
    async tools(question, tell) {
      const client = new Client({ name: 'matrix', version: '1.0.0' })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)))
      tell(await client.listTools())
      const result = await client.callTool({ name: 'answer', arguments: { question } })
      await client.close()
      return result
    },
    async abort(question, tell) {
      const controller = new AbortController()
      let count = 0
      const tellTwo = (progress) => {
        count += 1
        if (count <= 2) tell(progress)
        if (count === 2) controller.abort()
      }
      try {
        return await call('answer_slowly', question, tellTwo, { signal: controller.signal })
      } catch (error) {
        return `threw ${error.name}`
      }
    },
  }
}
