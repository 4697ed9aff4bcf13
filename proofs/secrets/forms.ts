import { randomBytes, randomInt } from 'node:crypto'

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random run; digits, capitals and small letters are all in it where the alphabet has them and there is room. */
export function randomRun(length: number, alphabet = alphanumeric): string {
  for (;;) {
    const run = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    if (length < 12 || alphabet !== alphanumeric || /\d.*[A-Z]|[A-Z].*\d/.test(run)) return run
  }
}

/** A secret that no form gives away: only its value, its field's name or its surroundings do. */
export function formless(): string {
  return `q${randomRun(25)}`
}

const hex = (length: number) => randomBytes(length).toString('hex').slice(0, length)
const upper = (length: number) => randomRun(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')
const url64 = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * How the credentials of the vendors look, as their documentation and scanners have it. The prefixes are put together here so
 * that no scanner takes this file for a leak.
 */
export const secretForms: Record<string, () => string> = {
  openai: () => `${'sk'}-${randomRun(48)}`,
  'openai project': () => `${'sk'}-proj-${randomRun(58)}_${randomRun(20)}-${randomRun(20)}`,
  'openai service account': () => `${'sk'}-svcacct-${randomRun(60)}`,
  'openai admin': () => `${'sk'}-admin-${randomRun(58)}`,
  anthropic: () => `${'sk'}-ant-api03-${url64(92)}A`,
  'anthropic admin': () => `${'sk'}-ant-admin01-${randomRun(90)}`,
  deepseek: () => `${'sk'}-${hex(32)}`,
  openrouter: () => `${'sk'}-or-v1-${hex(64)}`,
  langfuse: () => `${'sk'}-lf-${hex(8)}-${hex(4)}-${hex(4)}-${hex(12)}`,
  groq: () => `${'gsk'}_${randomRun(52)}`,
  xai: () => `${'xai'}-${randomRun(80)}`,
  google: () => `${'AI'}za${randomRun(35)}`,
  'google oauth': () => `${'ya'}29.${randomRun(120)}`,
  'google client secret': () => `${'GOC'}SPX-${randomRun(28)}`,
  'hugging face': () => `${'hf'}_${randomRun(34)}`,
  replicate: () => `${'r8'}_${randomRun(37)}`,
  perplexity: () => `${'pplx'}-${randomRun(48)}`,
  together: () => `${'tgp'}_v1_${randomRun(43)}`,
  fireworks: () => `${'fw'}_${randomRun(22)}`,
  cerebras: () => `${'csk'}-${randomRun(48, 'abcdefghjkmnprtvwxy2345689')}`,
  nvidia: () => `${'nv'}api-${randomRun(64)}`,
  vercel: () => `${'vck'}_${randomRun(56)}`,
  tavily: () => `${'tvly'}-dev-${randomRun(32)}`,
  langsmith: () => `${'lsv2'}_pt_${hex(32)}_${hex(10)}`,
  pinecone: () => `${'pcsk'}_${randomRun(60)}`,
  elevenlabs: () => `${'sk'}_${hex(48)}`,
  'aws key id': () => `${'AK'}IA${upper(16)}`,
  'github classic': () => `${'gh'}p_${randomRun(36)}`,
  'github app': () => `${'gh'}s_${randomRun(36)}`,
  'github fine-grained': () => `${'github'}_pat_${randomRun(22)}_${randomRun(59)}`,
  gitlab: () => `${'gl'}pat-${randomRun(20)}`,
  slack: () => `${'xo'}xb-${randomInt(1e10, 9e10)}-${randomInt(1e10, 9e10)}-${randomRun(24)}`,
  stripe: () => `${'sk'}_live_${randomRun(24)}`,
  'stripe restricted': () => `${'rk'}_live_${randomRun(24)}`,
  sendgrid: () => `${'S'}G.${randomRun(22)}.${randomRun(43)}`,
  npm: () => `${'np'}m_${randomRun(36)}`,
  pypi: () => `${'py'}pi-${randomRun(120)}`,
  shopify: () => `${'shp'}at_${hex(32)}`,
  digitalocean: () => `${'dop'}_v1_${hex(64)}`,
  vault: () => `${'hv'}s.${randomRun(90)}`,
  linear: () => `${'lin'}_api_${randomRun(40)}`,
  docker: () => `${'dckr'}_pat_${randomRun(27)}`,
  'json web token': () =>
    `${segment({ alg: 'HS256', typ: 'JWT' })}.${segment({ sub: randomRun(8), iat: randomInt(1e9) })}.${url64(43)}`,
}

/** A private key in a PEM block, without its frame: the lines that must not stay. */
export function keyLines(): string[] {
  return [randomRun(64), randomRun(64), randomRun(40)]
}

/** The block around {@link keyLines}. */
export function keyBlock(lines: readonly string[]): string {
  const frame = (word: string) => `-----${word} RSA ${'PRIVATE'} KEY-----`
  return [frame('BEGIN'), ...lines, frame('END')].join('\n')
}
