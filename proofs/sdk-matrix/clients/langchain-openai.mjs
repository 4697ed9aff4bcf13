import { ChatOpenAI } from '@langchain/openai'
import { langchainClient } from './langchain.mjs'

export default (origin) =>
  langchainClient(
    new ChatOpenAI({ model: 'gpt-5-mini', apiKey: 'sk-matrix', configuration: { baseURL: `${origin}/v1` } }),
  )
