import type { Provider } from './provider.ts'
import { providerTable } from './table.ts'

const openai = ['OPENAI_API_KEY']
const anthropic = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']
const bedrock = ['AWS_BEARER_TOKEN_BEDROCK']
const gemini = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY']

/** What the SDKs of a dialect read where the provider names no variable of its own. */
const dialectDefaults: Record<string, readonly string[]> = {
  'openai-chat': openai,
  'openai-responses': openai,
  'anthropic-messages': anthropic,
  'openai-completions': openai,
  'openai-embeddings': openai,
  'openai-images': openai,
  'openai-audio': openai,
  'openai-moderations': openai,
  gemini,
  'gemini-interactions': gemini,
  cohere: ['COHERE_API_KEY', 'CO_API_KEY'],
  'bedrock-converse': bedrock,
  'bedrock-invoke': bedrock,
  'bedrock-guardrail': bedrock,
  voyage: ['VOYAGE_API_KEY'],
  replicate: ['REPLICATE_API_TOKEN'],
  huggingface: ['HF_TOKEN'],
  'bedrock-compatible': bedrock,
  'openai-compatible': openai,
  'anthropic-compatible': anthropic,
  'gemini-compatible': gemini,
}

/**
 * The environment variables that hold the credentials of a provider (an id as recorded), with the dialect's usual ones
 * for providers that name none. Empty where nothing is known.
 */
export function credentialsFor(
  provider: string,
  dialect?: string,
  extraProviders: readonly Provider[] = [],
): readonly string[] {
  const definition = [...extraProviders, ...providerTable].find((row) => row.name === provider)
  if (definition?.credentials?.length) return definition.credentials
  return dialectDefaults[provider] ?? dialectDefaults[dialect ?? definition?.dialect ?? ''] ?? []
}

/** The credentials of a provider that open more than its models; see `Provider.sharedCredentials`. */
export function sharedCredentialsFor(
  provider: string,
  extraProviders: readonly Provider[] = [],
): readonly string[] {
  // A gateway before Bedrock is asked with the same client.
  const name = provider === 'bedrock-compatible' ? 'bedrock' : provider
  return [...extraProviders, ...providerTable].find((row) => row.name === name)?.sharedCredentials ?? []
}

/** Every credential variable of the table and the config, shared ones too, without repetition. */
export function credentialNames(extraProviders: readonly Provider[] = []): string[] {
  const rows = [...extraProviders, ...providerTable]
  return [...new Set(rows.flatMap((row) => [...(row.credentials ?? []), ...(row.sharedCredentials ?? [])]))]
}

/** Whether a variable's credential opens more than models, so that it stays where it is. */
export function isSharedCredential(name: string, extraProviders: readonly Provider[] = []): boolean {
  return [...extraProviders, ...providerTable].some((row) => row.sharedCredentials?.includes(name))
}
