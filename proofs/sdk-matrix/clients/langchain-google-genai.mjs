import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { langchainClient } from './langchain.mjs'

export default (baseUrl) =>
  langchainClient(new ChatGoogleGenerativeAI({ model: 'gemini-3-flash', apiKey: 'sk-matrix', baseUrl }))
