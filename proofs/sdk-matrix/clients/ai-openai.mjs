import { createOpenAI } from '@ai-sdk/openai'
import { aiClient } from './ai.mjs'

export default (origin) =>
  aiClient(createOpenAI({ baseURL: `${origin}/v1`, apiKey: 'sk-matrix' })('gpt-5-mini'))
