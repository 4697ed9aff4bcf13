import { describe, expect, test } from 'vitest'
import { isLoopback } from '../../src/net/loopback.ts'
import { matchHost, startsWithPath } from '../../src/providers/hosts.ts'
import { mightBeCall } from '../../src/providers/might-be-call.ts'
import { providerTable } from '../../src/providers/table.ts'

const providerOf = (url: string) => matchHost(new URL(url))?.name ?? null

describe('a host of the table', () => {
  test.each([
    ['https://api.openai.com/v1/chat/completions', 'openai'],
    ['https://eu.api.openai.com/v1/responses', 'openai'],
    ['https://my-team.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=1', 'azure'],
    ['https://x.cognitiveservices.azure.com/openai/deployments/gpt/chat/completions', 'azure'],
    ['https://x.services.ai.azure.com/models/chat/completions', 'azure'],
    ['https://api.anthropic.com/v1/messages', 'anthropic'],
    ['https://openrouter.ai/api/v1/chat/completions', 'openrouter'],
    ['https://api.groq.com/openai/v1/chat/completions', 'groq'],
    ['https://api.deepseek.com/chat/completions', 'deepseek'],
    ['https://api.x.ai/v1/responses', 'xai'],
    ['https://api.mistral.ai/v1/chat/completions', 'mistral'],
    ['https://api.together.ai/v1/chat/completions', 'together'],
    ['https://api.fireworks.ai/inference/v1/chat/completions', 'fireworks'],
    ['https://api.perplexity.ai/chat/completions', 'perplexity'],
    ['https://api.cerebras.ai/v1/chat/completions', 'cerebras'],
    ['https://abc.us-east-1.aws.endpoints.huggingface.cloud/v1/chat/completions', 'huggingface'],
    ['https://api.z.ai/api/paas/v4/chat/completions', 'zai'],
    ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions', 'dashscope'],
    ['https://api.moonshot.cn/v1/chat/completions', 'moonshot'],
    ['https://ai-gateway.vercel.sh/v1/chat/completions', 'vercel'],
    ['https://gateway.ai.cloudflare.com/v1/account/gateway/openai/chat/completions', 'cloudflare'],
    ['https://api.cloudflare.com/client/v4/accounts/abc/ai/v1/chat/completions', 'cloudflare'],
    ['http://localhost:11434/v1/chat/completions', 'ollama'],
    ['http://127.0.0.1:11434/api/chat', 'ollama'],
    ['https://api.writer.com/v1/chat', 'writer'],
    ['https://phi.eastus2.models.ai.azure.com/v1/chat/completions', 'azure-ai'],
    ['https://x.services.ai.azure.com/api/projects/p/openai/v1/responses', 'azure'],
    ['http://127.0.0.1:8000/v1/chat/completions', 'vllm'],
    ['http://[::1]:1234/v1/responses', 'lm-studio'],
    [
      'https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/google/models/m:generateContent',
      'google-vertex',
    ],
    ['https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse', 'bedrock'],
    ['https://API.OpenAI.com:8443/v1/models', 'openai'],
  ])('%s belongs to %s', (url, provider) => {
    expect(providerOf(url)).toBe(provider)
  })

  test.each([
    'https://openrouter.ai/docs',
    'https://openrouter.ai/apidocs',
    'https://api.together.ai/playground',
    'https://huggingface.co/meta-llama',
    'https://api.cloudflare.com/client/v4/zones',
    'https://api.openai.com.example.com/v1/chat/completions',
    'https://notapi.openai.com/v1',
    'https://evil-openai.azure.com/openai',
    'https://myapp.cognitiveservices.azure.com/vision/v3.2/analyze',
    'https://s3.us-east-1.amazonaws.com/bucket',
    'http://localhost:11434/api/users',
    'http://localhost:8080/api/chat',
    'http://localhost:8080/',
    'http://localhost:8000/users',
    'http://example.com:11434/v1/chat/completions',
  ])('%s belongs to none', (url) => {
    expect(providerOf(url)).toBeNull()
  })

  test('is found by its name alone where a socket sees no path', () => {
    expect(matchHost({ hostname: 'openrouter.ai', port: 443 })?.name).toBe('openrouter')
    expect(matchHost({ hostname: 'api.openai.com.' })?.name).toBe('openai')
    expect(matchHost({ hostname: '127.0.0.1', port: 8080 })).toBeNull()
  })

  test('gives way to a provider of the config, which is taken at its word', () => {
    const own = { name: 'own', hosts: ['localhost:11434', 'api.openai.com'] }
    expect(matchHost(new URL('http://127.0.0.1:11434/anything'), [own])).toBe(own)
    expect(matchHost(new URL('https://api.openai.com/v1'), [own])).toBe(own)
    expect(matchHost(new URL('https://api.groq.com/openai'), [own])?.name).toBe('groq')
  })
})

test('every row has a name of its own and hosts that lead back to it', () => {
  expect(new Set(providerTable.map(({ name }) => name)).size).toBe(providerTable.length)
  for (const row of providerTable) {
    for (const host of row.hosts) {
      const [hostname = '', port] = host.replace('*', 'abc').split(':')
      const base = row.basePaths?.[0]?.replaceAll('*', 'x') ?? ''
      expect(matchHost({ hostname, port: port ?? '', pathname: `${base}/v1/chat/completions` })?.name).toBe(
        row.name,
      )
    }
  }
})

test('every address of this machine is loopback, and no other', () => {
  for (const name of ['localhost', 'app.localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]', '0.0.0.0'])
    expect(isLoopback(name)).toBe(true)
  for (const name of ['localhost.example.com', '128.0.0.1', '10.0.0.1', '127.0.0.1.nip.io'])
    expect(isLoopback(name)).toBe(false)
})

test('a base path ends where a segment ends', () => {
  expect(startsWithPath('/api/v1', '/api')).toBe(true)
  expect(startsWithPath('/api', '/api/')).toBe(true)
  expect(startsWithPath('/apiary', '/api')).toBe(false)
  expect(startsWithPath('/a/b/ai/run', '/a/*/ai')).toBe(true)
})

describe('by URL alone', () => {
  test('a request might be a call at a known host, whatever it asks, and at any host on an endpoint', () => {
    const might = (method: string, url: string) => mightBeCall(new URL(url), method)
    expect(might('GET', 'https://api.openai.com/v1/models')).toBe(true)
    expect(might('post', 'https://llm.example.com/proxy/v1/chat/completions')).toBe(true)
    expect(might('POST', 'http://localhost:4010/v1/messages')).toBe(true)
    expect(might('GET', 'https://llm.example.com/v1/chat/completions')).toBe(false)
    expect(might('GET', 'http://localhost:8080/v1/chat/completions')).toBe(false)
    expect(might('POST', 'http://localhost:3000/api/chat')).toBe(false)
    expect(might('POST', 'http://localhost:11434/api/chat')).toBe(true)
    expect(might('POST', 'https://example.com/v2/chat')).toBe(false)
    expect(might('POST', 'https://example.com/chat/completions-report')).toBe(false)
  })

  test('a thousand look-ups take less than 50 ms', () => {
    const url = new URL('https://registry.example.com/some/package')
    mightBeCall(url, 'POST')
    const start = performance.now()
    for (let at = 0; at < 1000; at++) mightBeCall(url, 'POST')
    expect(performance.now() - start).toBeLessThan(50)
  })
})
