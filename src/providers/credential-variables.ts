/**
 * The environment variables that {@link file://./table.ts} names as `credentials`, in its order. They stand here once more
 * because every test file needs them and few need the table; a test holds the two together.
 */
export const credentialVariables: readonly string[] = [
  'OPENAI_API_KEY',
  'OPENAI_ADMIN_KEY',
  'AZURE_OPENAI_API_KEY',
  'AZURE_API_KEY',
  'AZURE_INFERENCE_CREDENTIAL',
  'AZURE_AI_API_KEY',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'OPENROUTER_API_KEY',
  'GROQ_API_KEY',
  'DEEPSEEK_API_KEY',
  'XAI_API_KEY',
  'MISTRAL_API_KEY',
  'TOGETHER_API_KEY',
  'TOGETHER_AI_API_KEY',
  'FIREWORKS_API_KEY',
  'PERPLEXITY_API_KEY',
  'PPLX_API_KEY',
  'CEREBRAS_API_KEY',
  'HF_TOKEN',
  'HUGGINGFACE_API_KEY',
  'HUGGING_FACE_HUB_TOKEN',
  'ZAI_API_KEY',
  'ZHIPU_API_KEY',
  'ZHIPUAI_API_KEY',
  'DASHSCOPE_API_KEY',
  'MOONSHOT_API_KEY',
  'AI_GATEWAY_API_KEY',
  'VERCEL_OIDC_TOKEN',
  'CLOUDFLARE_API_TOKEN',
  'CLOUDFLARE_API_KEY',
  'VLLM_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GOOGLE_VERTEX_API_KEY',
  'AWS_BEARER_TOKEN_BEDROCK',
  'COHERE_API_KEY',
  'CO_API_KEY',
  'WRITER_API_KEY',
  'VOYAGE_API_KEY',
  'JINA_API_KEY',
  'DEEPINFRA_API_KEY',
  'DEEPINFRA_TOKEN',
  'REPLICATE_API_TOKEN',
  'REPLICATE_API_KEY',
]

/** As {@link credentialVariables}, those named as `sharedCredentials`. */
export const sharedCredentialVariables: readonly string[] = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
]

export const everyCredentialVariable: readonly string[] = [
  ...credentialVariables,
  ...sharedCredentialVariables,
]
