/** What is asked of each SDK, in the order of the table. Each but the last is the name of a test. */
export const matrixColumns = ['json', 'stream', 'tools', 'abort', 'error', 'mismatch'] as const
export type MatrixColumn = (typeof matrixColumns)[number]

/** An SDK, or a way of using one, as the matrix shows it. */
export interface MatrixRow {
  /** Of its folder in the project, and of its provider in the config. */
  id: string
  /** As the table names it. */
  name: string
  /** What a user installs, with exact versions. */
  packages: string[]
  /** How many of the packages the table tells the versions of. */
  versions: number
  /** The majors of Node that the packages ask for. */
  nodes: NodeMajor[]
  /** The module of `clients/` that makes the calls. */
  client: string
  /** For providers whose paths tell no dialect. */
  dialect?: string
  /** What its clients must get back beside the standard list. */
  responseHeaders?: string[]
  /** For a transport that no interceptor sees: a known host, at which every cell must be refused with the remedy. */
  refusedAt?: string
}

export const nodeMajors = [20, 22, 24] as const
export type NodeMajor = (typeof nodeMajors)[number]

const every: NodeMajor[] = [...nodeMajors]
const from22: NodeMajor[] = [22, 24]

const bedrock = '@aws-sdk/client-bedrock-runtime@3.1164.0'
const awsSdk = '`@aws-sdk/client-bedrock-runtime`'
const bedrockHost = 'https://bedrock-runtime.us-east-1.amazonaws.com'
const langchain = ['langchain@1.5.14', '@langchain/core@1.4.0']

export const matrixRows: MatrixRow[] = [
  sdk('openai-6', 'openai@6.49.0', 'openai.mjs'),
  sdk('openai-7', 'openai@7.59.0', 'openai.mjs', { nodes: from22 }),
  sdk('anthropic', '@anthropic-ai/sdk@1.14.0', 'anthropic.mjs'),
  sdk('google-genai-2', '@google/genai@2.32.0', 'google-genai.mjs'),
  sdk('google-genai-3', '@google/genai@3.3.0', 'google-genai.mjs', { nodes: from22 }),
  sdk('mistral', '@mistralai/mistralai@2.7.0', 'mistral.mjs'),
  sdk('cohere', 'cohere-ai@8.1.0', 'cohere.mjs', { dialect: 'cohere' }),
  sdk('groq', 'groq-sdk@1.6.0', 'groq.mjs'),
  sdk('ollama', 'ollama@0.6.4', 'ollama.mjs', { dialect: 'ollama' }),
  {
    ...sdk('bedrock-fetch', bedrock, 'bedrock-fetch.mjs'),
    name: `${awsSdk} over \`FetchHttpHandler\``,
    packages: [bedrock, '@smithy/fetch-http-handler@5.8.1'],
  },
  {
    ...sdk('bedrock-node-http', bedrock, 'bedrock-node-http.mjs'),
    name: `${awsSdk} over \`NodeHttpHandler\``,
    packages: [bedrock, '@smithy/node-http-handler@4.14.2'],
  },
  {
    ...sdk('bedrock-http2', bedrock, 'bedrock-http2.mjs'),
    name: `${awsSdk} over its default, HTTP/2`,
    refusedAt: bedrockHost,
  },
  ...aiSdk('6', '6.0.326', every, {
    openai: '3.0.141',
    anthropic: '3.0.140',
    google: '3.0.141',
    'amazon-bedrock': '4.0.186',
  }),
  ...aiSdk('7', '7.0.173', from22, {
    openai: '4.0.118',
    anthropic: '4.0.105',
    google: '4.0.121',
    'amazon-bedrock': '5.0.101',
  }),
  ...['openai@1.5.8', 'anthropic@1.5.11', 'google-genai@2.3.2'].map((model): MatrixRow => {
    const name = `@langchain/${model.split('@')[0]}`
    const id = name.slice(1).replace('/', '-')
    return { ...sdk(id, `@langchain/${model}`, `${id}.mjs`), packages: [`@langchain/${model}`, ...langchain] }
  }),
  sdk('openai-agents', '@openai/agents@0.20.0', 'openai-agents.mjs'),
  {
    ...sdk('mcp-http', '@modelcontextprotocol/sdk@1.32.2', 'mcp-http.mjs'),
    name: '`@modelcontextprotocol/sdk` over HTTP',
    responseHeaders: ['mcp-session-id'],
  },
]

function sdk(id: string, spec: string, client: string, more: Partial<MatrixRow> = {}): MatrixRow {
  const [name] = splitSpec(spec)
  return { id, name: `\`${name}\``, packages: [spec], versions: 1, nodes: every, client, ...more }
}

function aiSdk(
  major: string,
  version: string,
  nodes: NodeMajor[],
  providers: Record<string, string>,
): MatrixRow[] {
  return Object.entries(providers).map(([provider, own]) => ({
    id: `ai-${major}-${provider}`,
    name: `\`ai\` with \`@ai-sdk/${provider}\``,
    packages: [`ai@${version}`, `@ai-sdk/${provider}@${own}`],
    versions: 2,
    nodes,
    client: `ai-${provider}.mjs`,
  }))
}

/** The name and the version of a package as npm is told it. */
export function splitSpec(spec: string): [name: string, version: string] {
  const at = spec.lastIndexOf('@')
  return [spec.slice(0, at), spec.slice(at + 1)]
}
