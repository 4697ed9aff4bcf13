import type { Provider } from './provider.ts'

/**
 * The model hosts that Retake knows. Hosts that also serve a website or other APIs carry base paths; local servers are
 * loopback ports, which count only on a dialect's endpoint (see hosts.ts).
 */
export const providerTable: readonly Provider[] = [
  {
    name: 'openai',
    hosts: ['api.openai.com', '*.api.openai.com'],
    credentials: ['OPENAI_API_KEY', 'OPENAI_ADMIN_KEY'],
    telemetry: ['/v1/traces'],
  },
  {
    name: 'azure',
    hosts: ['*.openai.azure.com', '*.cognitiveservices.azure.com', '*.services.ai.azure.com'],
    basePaths: ['/openai', '/models', '/anthropic', '/providers', '/api/projects'],
    credentials: ['AZURE_OPENAI_API_KEY', 'AZURE_API_KEY'],
    responseHeaders: ['apim-request-id', 'x-ms-request-id'],
  },
  // Models of others, each at a host of its own.
  {
    name: 'azure-ai',
    hosts: ['*.models.ai.azure.com', 'models.inference.ai.azure.com'],
    credentials: ['AZURE_INFERENCE_CREDENTIAL', 'AZURE_AI_API_KEY'],
    responseHeaders: ['apim-request-id', 'x-ms-request-id'],
  },
  {
    name: 'anthropic',
    hosts: ['api.anthropic.com'],
    credentials: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    telemetry: ['/api/event_logging'],
  },
  {
    name: 'openrouter',
    hosts: ['openrouter.ai'],
    basePaths: ['/api'],
    credentials: ['OPENROUTER_API_KEY'],
  },
  { name: 'groq', hosts: ['api.groq.com'], basePaths: ['/openai'], credentials: ['GROQ_API_KEY'] },
  { name: 'deepseek', hosts: ['api.deepseek.com'], credentials: ['DEEPSEEK_API_KEY'] },
  { name: 'xai', hosts: ['api.x.ai', '*.api.x.ai'], credentials: ['XAI_API_KEY'] },
  { name: 'mistral', hosts: ['api.mistral.ai', 'codestral.mistral.ai'], credentials: ['MISTRAL_API_KEY'] },
  {
    name: 'together',
    hosts: ['api.together.xyz', 'api.together.ai'],
    basePaths: ['/v1'],
    credentials: ['TOGETHER_API_KEY', 'TOGETHER_AI_API_KEY'],
  },
  {
    name: 'fireworks',
    hosts: ['api.fireworks.ai'],
    basePaths: ['/inference'],
    credentials: ['FIREWORKS_API_KEY'],
  },
  {
    name: 'perplexity',
    hosts: ['api.perplexity.ai'],
    credentials: ['PERPLEXITY_API_KEY', 'PPLX_API_KEY'],
  },
  { name: 'cerebras', hosts: ['api.cerebras.ai'], credentials: ['CEREBRAS_API_KEY'] },
  {
    name: 'huggingface',
    hosts: ['router.huggingface.co', 'api-inference.huggingface.co', '*.endpoints.huggingface.cloud'],
    credentials: ['HF_TOKEN', 'HUGGINGFACE_API_KEY', 'HUGGING_FACE_HUB_TOKEN'],
  },
  {
    name: 'zai',
    hosts: ['api.z.ai', 'open.bigmodel.cn'],
    basePaths: ['/api'],
    credentials: ['ZAI_API_KEY', 'ZHIPU_API_KEY', 'ZHIPUAI_API_KEY'],
  },
  {
    name: 'dashscope',
    hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'dashscope-us.aliyuncs.com'],
    basePaths: ['/compatible-mode', '/api', '/apps'],
    credentials: ['DASHSCOPE_API_KEY'],
  },
  { name: 'moonshot', hosts: ['api.moonshot.ai', 'api.moonshot.cn'], credentials: ['MOONSHOT_API_KEY'] },
  {
    name: 'vercel',
    hosts: ['ai-gateway.vercel.sh'],
    basePaths: ['/v1', '/v3', '/v4'],
    credentials: ['AI_GATEWAY_API_KEY', 'VERCEL_OIDC_TOKEN'],
  },
  {
    name: 'cloudflare',
    hosts: ['gateway.ai.cloudflare.com', 'api.cloudflare.com'],
    basePaths: ['/v1', '/client/v4/accounts/*/ai'],
    credentials: ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_API_KEY'],
  },
  // Clients reach them through OpenAI's SDK, which wants a key even where the server does not.
  { name: 'ollama', hosts: ['localhost:11434'], credentials: ['OPENAI_API_KEY'] },
  { name: 'vllm', hosts: ['localhost:8000'], credentials: ['OPENAI_API_KEY', 'VLLM_API_KEY'] },
  { name: 'lm-studio', hosts: ['localhost:1234'], credentials: ['OPENAI_API_KEY'] },
  { name: 'llama-cpp', hosts: ['localhost:8080'], credentials: ['OPENAI_API_KEY'] },
  {
    name: 'google',
    hosts: ['generativelanguage.googleapis.com'],
    credentials: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  },
  {
    name: 'google-vertex',
    hosts: ['aiplatform.googleapis.com', '*-aiplatform.googleapis.com', 'aiplatform.*.rep.googleapis.com'],
    basePaths: [
      '/*/publishers',
      '/*/projects/*/locations/*/publishers',
      '/*/projects/*/locations/*/endpoints',
    ],
    credentials: ['GOOGLE_VERTEX_API_KEY'],
  },
  {
    name: 'bedrock',
    hosts: [
      'bedrock-runtime.*.amazonaws.com',
      'bedrock-runtime-fips.*.amazonaws.com',
      'bedrock-runtime.*.api.aws',
      'bedrock-runtime-fips.*.api.aws',
      'bedrock-runtime.*.amazonaws.com.cn',
      'bedrock-runtime.*.api.amazonwebservices.com.cn',
      'bedrock-runtime.*.amazonaws.eu',
      // The address of an interface in a private network.
      '*.bedrock-runtime.*.vpce.amazonaws.com',
      '*.bedrock-runtime-fips.*.vpce.amazonaws.com',
      // OpenAI's and Anthropic's formats.
      'bedrock-mantle.*.api.aws',
    ],
    credentials: ['AWS_BEARER_TOKEN_BEDROCK'],
    sharedCredentials: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
  },
  {
    name: 'cohere',
    hosts: ['api.cohere.com', 'api.cohere.ai'],
    credentials: ['COHERE_API_KEY', 'CO_API_KEY'],
  },
  { name: 'writer', hosts: ['api.writer.com'], credentials: ['WRITER_API_KEY'] },
  { name: 'voyage', hosts: ['api.voyageai.com'], credentials: ['VOYAGE_API_KEY'] },
  { name: 'jina', hosts: ['api.jina.ai'], credentials: ['JINA_API_KEY'] },
  {
    name: 'deepinfra',
    hosts: ['api.deepinfra.com'],
    basePaths: ['/v1'],
    credentials: ['DEEPINFRA_API_KEY', 'DEEPINFRA_TOKEN'],
  },
  {
    name: 'replicate',
    // Streams and files of predictions have hosts of their own.
    hosts: [
      'api.replicate.com',
      'stream.replicate.com',
      '*.replicate.net',
      'replicate.delivery',
      '*.replicate.delivery',
    ],
    credentials: ['REPLICATE_API_TOKEN', 'REPLICATE_API_KEY'],
  },
]
