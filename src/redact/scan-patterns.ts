export interface ScanPattern {
  rule: string
  pattern: RegExp
  /** Whether what it finds must begin at a boundary; see {@link beginsToken}. */
  isToken: boolean
}

/**
 * Whether a token can begin at `index`: not in the middle of a word or of base64; a JSON escape right before it (a take is
 * JSON) is no part of a word. Asked after the match, since a look behind at every character of a take costs seconds.
 */
export function beginsToken(text: string, index: number): boolean {
  return /^$|[^A-Za-z0-9_/+-]$|\\[nrtbf]$/.test(text.slice(Math.max(0, index - 2), index))
}

const token = (rule: string, pattern: RegExp): ScanPattern => ({
  rule,
  pattern,
  isToken: true,
})

/**
 * What secretlint's rules miss, or miss inside JSON strings. Written from the providers' documentation and deliberately not
 * shared with the redactor: a gap there must not be a gap here. Stricter on length, because a finding stops a person.
 */
export const scanPatterns: readonly ScanPattern[] = [
  token('groq', /gsk_[A-Za-z0-9]{40,}/g),
  token('google-api-key', /AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_/+=-])/g),
  token('google-oauth', /ya29\.[A-Za-z0-9_-]{30,}/g),
  token('google-client-secret', /GOCSPX-[A-Za-z0-9_-]{28}/g),
  token('xai', /xai-[A-Za-z0-9]{40,}/g),
  token('hugging-face', /hf_[A-Za-z0-9]{30,}/g),
  token('openrouter', /sk-or-(?:v1-)?[A-Za-z0-9]{32,}/g),
  token('openai-style', /sk-(?:proj-|svcacct-|admin-)?(?=[A-Za-z0-9_-]{0,200}\d)[A-Za-z0-9_]{32,}/g),
  token('anthropic-style', /sk-ant-[a-z0-9]+-[A-Za-z0-9_-]{32,}/g),
  token('perplexity', /pplx-[A-Za-z0-9]{40,}/g),
  token('cerebras', /csk-[a-z0-9A-Z]{40,}/g),
  token('nvidia', /nvapi-[A-Za-z0-9_-]{60,}/g),
  token('together', /tgp_v1_[A-Za-z0-9_-]{40,}/g),
  token('vercel', /vck_[A-Za-z0-9]{40,}/g),
  token('replicate', /r8_[A-Za-z0-9]{30,}/g),
  token('gitlab', /glpat-[A-Za-z0-9_-]{20,}/g),
  token('github-token', /(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})/g),
  token('stripe', /[rs]k_live_[A-Za-z0-9]{20,}/g),
  token('aws-key-id', /(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9_/+=-])/g),
  token('jwt', /eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{16,}/g),
  {
    rule: 'bearer',
    isToken: false,
    pattern: /bearer +(?=[A-Za-z0-9._~+/-]{0,400}\d)[A-Za-z0-9._~+/-]{20,}=*/gi,
  },
  {
    rule: 'private-key',
    isToken: false,
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\\nr]{1,8}[A-Za-z0-9+/=]{16,}/g,
  },
]
