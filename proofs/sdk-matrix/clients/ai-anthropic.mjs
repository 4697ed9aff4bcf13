import { createAnthropic } from '@ai-sdk/anthropic'
import { aiClient } from './ai.mjs'

export default (origin) =>
  aiClient(createAnthropic({ baseURL: `${origin}/v1`, apiKey: 'sk-matrix' })('claude-sonnet-4-5'))
