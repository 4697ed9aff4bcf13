import { startProvider } from './provider.ts'

// npx tsx examples/provider/main.ts [port]
const provider = await startProvider({ port: Number(process.argv[2] ?? 0) })
console.log(`model provider on ${provider.url} (OpenAI: ${provider.url}/v1, Anthropic: ${provider.url})`)
