import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { aiClient } from './ai.mjs'

export default (origin) =>
  aiClient(createGoogleGenerativeAI({ baseURL: `${origin}/v1beta`, apiKey: 'sk-matrix' })('gemini-3-flash'))
