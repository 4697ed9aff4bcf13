/** A dialect, by its id. */
export type DialectId = string

/** An address of a provider as its documentation gives it, and what Retake must take it for. */
export interface HostAddress {
  provider: string
  url: string
  dialect: DialectId
}

const chat = 'openai-chat'
const responses = 'openai-responses'
const messages = 'anthropic-messages'
const gemini = 'gemini'
const embeddings = 'openai-embeddings'
const plain = 'plain'

const vertex = '/v1/projects/p-1/locations/us-east5'

/** Written from the providers' documentation, apart from the provider table: provider, then path and dialect by origin. */
const documented: Record<string, Record<string, [path: string, dialect: DialectId][]>> = {
  openai: {
    'https://api.openai.com': [
      ['/v1/chat/completions', chat],
      ['/v1/responses', responses],
      ['/v1/embeddings', embeddings],
    ],
    'https://eu.api.openai.com': [['/v1/responses', responses]],
  },
  azure: {
    'https://contoso.openai.azure.com': [
      ['/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21', chat],
      ['/openai/v1/responses', responses],
    ],
    'https://contoso.cognitiveservices.azure.com': [
      ['/openai/deployments/my-gpt/chat/completions?api-version=2025-01-01-preview', chat],
      ['/openai/responses?api-version=2025-04-01-preview', responses],
    ],
    'https://contoso.services.ai.azure.com': [
      ['/models/chat/completions?api-version=2024-05-01-preview', chat],
      ['/openai/v1/chat/completions', chat],
      ['/anthropic/v1/messages', messages],
    ],
  },
  anthropic: {
    'https://api.anthropic.com': [
      ['/v1/messages', messages],
      ['/v1/messages?beta=true', messages],
      ['/v1/messages/count_tokens', messages],
    ],
  },
  openrouter: {
    'https://openrouter.ai': [
      ['/api/v1/chat/completions', chat],
      ['/api/v1/responses', responses],
      ['/api/v1/messages', messages],
    ],
  },
  groq: {
    'https://api.groq.com': [
      ['/openai/v1/chat/completions', chat],
      ['/openai/v1/responses', responses],
    ],
  },
  deepseek: {
    'https://api.deepseek.com': [
      ['/chat/completions', chat],
      ['/v1/chat/completions', chat],
      ['/beta/chat/completions', chat],
      ['/anthropic/v1/messages', messages],
    ],
  },
  xai: {
    'https://api.x.ai': [
      ['/v1/chat/completions', chat],
      ['/v1/responses', responses],
      ['/v1/messages', messages],
    ],
    'https://us-east-1.api.x.ai': [['/v1/chat/completions', chat]],
  },
  mistral: {
    'https://api.mistral.ai': [['/v1/chat/completions', chat]],
    'https://codestral.mistral.ai': [
      ['/v1/chat/completions', chat],
      ['/v1/fim/completions', 'openai-completions'],
    ],
  },
  together: {
    'https://api.together.xyz': [['/v1/chat/completions', chat]],
    'https://api.together.ai': [['/v1/chat/completions', chat]],
  },
  fireworks: {
    'https://api.fireworks.ai': [
      ['/inference/v1/chat/completions', chat],
      ['/inference/v1/responses', responses],
      ['/inference/v1/messages', messages],
    ],
  },
  perplexity: { 'https://api.perplexity.ai': [['/chat/completions', chat]] },
  cerebras: { 'https://api.cerebras.ai': [['/v1/chat/completions', chat]] },
  huggingface: {
    'https://router.huggingface.co': [
      ['/v1/chat/completions', chat],
      ['/v1/responses', responses],
      ['/hf-inference/models/meta/llama/v1/chat/completions', chat],
    ],
    'https://api-inference.huggingface.co': [
      ['/models/meta/llama/v1/chat/completions', chat],
      ['/models/gpt2', 'huggingface'],
    ],
    'https://abc.us-east-1.aws.endpoints.huggingface.cloud': [['/v1/chat/completions', chat]],
  },
  zai: {
    'https://api.z.ai': [
      ['/api/paas/v4/chat/completions', chat],
      ['/api/coding/paas/v4/chat/completions', chat],
      ['/api/anthropic/v1/messages', messages],
    ],
    'https://open.bigmodel.cn': [
      ['/api/paas/v4/chat/completions', chat],
      ['/api/anthropic/v1/messages', messages],
    ],
  },
  dashscope: {
    'https://dashscope.aliyuncs.com': [
      ['/compatible-mode/v1/chat/completions', chat],
      ['/api/v2/apps/protocols/compatible-mode/v1/responses', responses],
      ['/apps/anthropic/v1/messages', messages],
      ['/api/v1/services/aigc/text-generation/generation', plain],
    ],
    'https://dashscope-intl.aliyuncs.com': [['/compatible-mode/v1/chat/completions', chat]],
    'https://dashscope-us.aliyuncs.com': [['/compatible-mode/v1/chat/completions', chat]],
  },
  moonshot: {
    'https://api.moonshot.ai': [
      ['/v1/chat/completions', chat],
      ['/anthropic/v1/messages', messages],
    ],
    'https://api.moonshot.cn': [['/v1/chat/completions', chat]],
  },
  vercel: {
    'https://ai-gateway.vercel.sh': [
      ['/v1/chat/completions', chat],
      ['/v1/responses', responses],
      ['/v1/messages', messages],
      ['/v3/ai/language-model', plain],
    ],
  },
  cloudflare: {
    'https://gateway.ai.cloudflare.com': [
      ['/v1/0123abcd/my-gateway/openai/chat/completions', chat],
      ['/v1/0123abcd/my-gateway/compat/chat/completions', chat],
      ['/v1/0123abcd/my-gateway/openai/responses', responses],
      ['/v1/0123abcd/my-gateway/anthropic/v1/messages', messages],
    ],
    'https://api.cloudflare.com': [
      ['/client/v4/accounts/0123abcd/ai/v1/chat/completions', chat],
      ['/client/v4/accounts/0123abcd/ai/v1/responses', responses],
      ['/client/v4/accounts/0123abcd/ai/run/@cf/meta/llama-3.1-8b-instruct', plain],
    ],
  },
  ollama: {
    'http://localhost:11434': [
      ['/v1/chat/completions', chat],
      ['/v1/responses', responses],
      ['/v1/messages', messages],
    ],
    'http://127.0.0.1:11434': [
      ['/v1/chat/completions', chat],
      ['/api/chat', 'ollama'],
    ],
  },
  vllm: {
    'http://localhost:8000': [
      ['/v1/chat/completions', chat],
      ['/v1/responses', responses],
    ],
  },
  'lm-studio': {
    'http://localhost:1234': [
      ['/v1/chat/completions', chat],
      ['/v1/responses', responses],
      ['/v1/messages', messages],
    ],
  },
  'llama-cpp': {
    'http://localhost:8080': [
      ['/v1/chat/completions', chat],
      ['/chat/completions', chat],
      ['/v1/messages', messages],
    ],
  },
  google: {
    'https://generativelanguage.googleapis.com': [
      ['/v1beta/models/gemini-2.5-flash:generateContent', gemini],
      ['/v1beta/openai/chat/completions', chat],
    ],
  },
  'google-vertex': {
    'https://us-east5-aiplatform.googleapis.com': [
      [`${vertex}/publishers/google/models/gemini-2.5-flash:generateContent`, gemini],
      [`${vertex}/publishers/anthropic/models/claude-opus-4@20250514:rawPredict`, messages],
      [`${vertex}/endpoints/openapi/chat/completions`, chat],
    ],
    'https://aiplatform.us.rep.googleapis.com': [
      ['/v1/projects/p-1/locations/us/publishers/google/models/gemini-2.5-pro:generateContent', gemini],
    ],
    'https://aiplatform.googleapis.com': [
      ['/v1/projects/p-1/locations/global/publishers/google/models/gemini-2.5-pro:generateContent', gemini],
    ],
  },
  bedrock: {
    'https://bedrock-runtime.us-east-1.amazonaws.com': [
      ['/model/amazon.nova-lite-v1%3A0/converse', 'bedrock-converse'],
      ['/model/us.meta.llama4-scout-17b-instruct-v1%3A0/invoke', 'bedrock-invoke'],
      ['/guardrail/abc123/version/DRAFT/apply', 'bedrock-guardrail'],
      ['/openai/v1/chat/completions', chat],
    ],
    'https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com': [
      ['/model/amazon.nova-lite-v1%3A0/converse', 'bedrock-converse'],
    ],
    'https://bedrock-runtime.eu-central-1.api.aws': [
      ['/model/amazon.nova-lite-v1%3A0/converse-stream', 'bedrock-converse'],
    ],
    'https://vpce-0a1b-2c3d.bedrock-runtime.us-east-1.vpce.amazonaws.com': [
      ['/model/amazon.nova-lite-v1%3A0/invoke', 'bedrock-invoke'],
    ],
    'https://bedrock-runtime-fips.us-east-1.api.aws': [
      ['/model/cohere.embed-v4%3A0/invoke', 'bedrock-invoke'],
    ],
    'https://bedrock-runtime.cn-north-1.amazonaws.com.cn': [
      ['/model/amazon.nova-lite-v1%3A0/converse', 'bedrock-converse'],
    ],
    'https://bedrock-runtime.cn-north-1.api.amazonwebservices.com.cn': [
      ['/model/amazon.nova-lite-v1%3A0/converse', 'bedrock-converse'],
    ],
    'https://bedrock-runtime.eusc-de-east-1.amazonaws.eu': [
      ['/model/amazon.nova-lite-v1%3A0/converse', 'bedrock-converse'],
    ],
    'https://vpce-0a1b-2c3d.bedrock-runtime-fips.us-east-1.vpce.amazonaws.com': [
      ['/model/amazon.nova-lite-v1%3A0/converse', 'bedrock-converse'],
    ],
    'https://bedrock-mantle.us-east-1.api.aws': [['/v1/chat/completions', chat]],
  },
  cohere: {
    'https://api.cohere.com': [['/v2/chat', 'cohere']],
    'https://api.cohere.ai': [['/compatibility/v1/chat/completions', chat]],
  },
  'azure-ai': {
    'https://contoso.eastus2.models.ai.azure.com': [['/v1/chat/completions', chat]],
    'https://models.inference.ai.azure.com': [['/chat/completions', chat]],
  },
  writer: { 'https://api.writer.com': [['/v1/chat', chat]] },
  voyage: {
    'https://api.voyageai.com': [
      ['/v1/embeddings', 'openai-embeddings'],
      ['/v1/rerank', 'rerank'],
      ['/v1/multimodalembeddings', 'voyage'],
    ],
  },
  jina: {
    'https://api.jina.ai': [
      ['/v1/embeddings', 'openai-embeddings'],
      ['/v1/rerank', 'rerank'],
    ],
  },
  deepinfra: {
    'https://api.deepinfra.com': [
      ['/v1/openai/chat/completions', chat],
      ['/v1/inference/Qwen/Qwen3-Reranker-8B', 'rerank'],
    ],
  },
  replicate: {
    'https://api.replicate.com': [['/v1/models/meta/meta-llama-3-8b-instruct/predictions', 'replicate']],
    'https://stream.replicate.com': [['/v1/files/abc-123', 'replicate']],
    'https://streaming-api.svc.us.c.replicate.net': [['/v1/streams/abc', 'replicate']],
    'https://replicate.delivery': [['/xezq/abc/out-0.png', plain]],
    'https://pbxt.replicate.delivery': [['/abc/out-0.png', plain]],
  },
}

/** Every address, in a fixed order. */
export const hostAddresses: readonly HostAddress[] = Object.entries(documented).flatMap(
  ([provider, origins]) =>
    Object.entries(origins).flatMap(([origin, paths]) =>
      paths.map(([path, dialect]) => ({ provider, url: origin + path, dialect })),
    ),
)

/** Hosts that no table knows: by path and body shape, or by `providers` of the config below. */
export const unknownAddresses: readonly HostAddress[] = [
  {
    provider: 'openai-compatible',
    url: 'https://llm.corp.example/gateway/v1/chat/completions',
    dialect: chat,
  },
  { provider: 'openai-compatible', url: 'https://llm.corp.example/gateway/v1/responses', dialect: responses },
  {
    provider: 'anthropic-compatible',
    url: 'https://llm.corp.example/anthropic/v1/messages',
    dialect: messages,
  },
  { provider: 'openai-compatible', url: 'http://127.0.0.1:4000/chat/completions', dialect: chat },
  { provider: 'corp', url: 'https://models.corp.example/generate', dialect: chat },
  { provider: 'corp', url: 'https://models.corp.example/v1/messages', dialect: messages },
  { provider: 'site', url: 'https://site.corp.example/llm/chat/completions', dialect: chat },
]

/** The config that names what only its owner can know. */
export const corpConfig = `import { defineConfig, defineProvider } from 'retake'
export default defineConfig({
  providers: [
    defineProvider({ name: 'corp', hosts: ['models.corp.example'], dialect: 'openai-chat', telemetry: ['/track'] }),
    defineProvider({ name: 'site', hosts: ['site.corp.example'], basePaths: ['/llm'] }),
  ],
})
`
