/** A request that only looks like a model call. */
export interface LookAlike {
  what: string
  method: 'GET' | 'POST'
  url: string
  body?: unknown
  /** Sent to nobody in replay: answered by Retake itself, and never recorded. */
  telemetry?: true
}

const chat = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] }

/** None of them may be recorded; all but telemetry reach their server also in replay. */
export const lookAlikes: readonly LookAlike[] = [
  { what: "a user's chat route", method: 'POST', url: 'http://localhost:3000/api/chat', body: chat },
  {
    what: "a user's chat route on Ollama's port, which names no model",
    method: 'POST',
    url: 'http://localhost:11434/api/chat',
    body: { messages: chat.messages },
  },
  {
    what: 'a tool, called over the Model Context Protocol',
    method: 'POST',
    url: 'http://localhost:3000/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', arguments: { q: 'x' } } },
  },
  { what: "a user's own application on vLLM's port", method: 'GET', url: 'http://localhost:8000/users' },
  {
    what: "a mailbox on llama.cpp's port",
    method: 'POST',
    url: 'http://localhost:8080/v1/messages',
    body: { to: 'jo', text: 'Hi' },
  },
  {
    what: 'a survey that collects responses',
    method: 'POST',
    url: 'https://survey.example/v1/responses',
    body: { answers: [1, 2] },
  },
  { what: 'a list of completions, read', method: 'GET', url: 'https://llm.corp.example/v1/chat/completions' },
  { what: 'documentation of OpenRouter', method: 'GET', url: 'https://openrouter.ai/docs/quickstart' },
  { what: 'a page of Together', method: 'GET', url: 'https://api.together.ai/models' },
  { what: 'documentation of Fireworks', method: 'GET', url: 'https://api.fireworks.ai/docs' },
  { what: 'documentation of Groq', method: 'GET', url: 'https://api.groq.com/docs/models' },
  { what: 'the website of Zhipu', method: 'GET', url: 'https://open.bigmodel.cn/pricing' },
  { what: 'the zones of Cloudflare', method: 'GET', url: 'https://api.cloudflare.com/client/v4/zones' },
  {
    what: 'a form of Vercel',
    method: 'POST',
    url: 'https://ai-gateway.vercel.sh/contact',
    body: { mail: 'jo@example.com' },
  },
  {
    what: "Azure's image analysis",
    method: 'POST',
    url: 'https://contoso.cognitiveservices.azure.com/vision/v3.2/analyze',
    body: { url: 'x' },
  },
  {
    what: 'a data set of Vertex AI',
    method: 'GET',
    url: 'https://us-east5-aiplatform.googleapis.com/v1/projects/p-1/locations/us-east5/datasets',
  },
  { what: 'a bucket of S3', method: 'GET', url: 'https://s3.us-east-1.amazonaws.com/bucket/key' },
  {
    what: 'a host that begins like a known one',
    method: 'GET',
    url: 'https://api.openai.com.evil.example/v1/models',
  },
  { what: 'documentation of a configured provider', method: 'GET', url: 'https://site.corp.example/docs' },
  {
    what: "a telemetry upload of OpenAI's agents",
    method: 'POST',
    url: 'https://api.openai.com/v1/traces/ingest',
    body: { data: [] },
    telemetry: true,
  },
  {
    what: "a telemetry upload of Anthropic's tools",
    method: 'POST',
    url: 'https://api.anthropic.com/api/event_logging/batch',
    body: { events: [] },
    telemetry: true,
  },
  {
    what: 'a telemetry upload of a configured provider',
    method: 'POST',
    url: 'https://models.corp.example/track/me',
    body: { e: 1 },
    telemetry: true,
  },
]
