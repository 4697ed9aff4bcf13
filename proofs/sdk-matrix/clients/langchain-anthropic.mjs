import { ChatAnthropic } from '@langchain/anthropic'
import { langchainClient } from './langchain.mjs'

export default (anthropicApiUrl) =>
  langchainClient(new ChatAnthropic({ model: 'claude-sonnet-4-5', apiKey: 'sk-matrix', anthropicApiUrl }))
