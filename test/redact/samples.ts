/**
 * Credentials that are none. They are put together at run time, so that no scanner that reads this repository finds one.
 */
const alphabet = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xYz'

/** A run that looks random and is the same every time. */
export function randomLike(length: number, from = alphabet): string {
  let text = ''
  for (let index = 0; index < length; index += 1) text += from[(index * 7 + (index >> 3) * 5) % from.length]
  return text
}

const hex = (length: number) => randomLike(length, '0a1b2c3d4e5f6789')
const join = (...parts: string[]) => parts.join('')
const base64url = (text: string) => Buffer.from(text).toString('base64url')

export const jwt = [
  base64url('{"alg":"HS256","typ":"JWT"}'),
  base64url('{"sub":"1234567890","name":"Jo"}'),
  randomLike(43),
].join('.')

export const keyBlock = [
  join('-----BEGIN RSA ', 'PRIVATE KEY-----'),
  randomLike(64),
  randomLike(64),
  randomLike(20),
  join('-----END RSA ', 'PRIVATE KEY-----'),
].join('\n')

/** One of every form, by the name of who issues it. */
export const tokens: Record<string, string> = {
  'openai legacy': join('sk', '-', randomLike(48)),
  'openai project': join('sk', '-proj-', randomLike(60), '_x-', randomLike(40)),
  'openai service account': join('sk', '-svcacct-', randomLike(48)),
  'openai session': join('sess', '-', randomLike(40)),
  'openai ephemeral': join('ek', '_', hex(32)),
  anthropic: join('sk', '-ant-api03-', randomLike(80), '-AA'),
  'anthropic admin': join('sk', '-ant-admin01-', randomLike(40)),
  deepseek: join('sk', '-', hex(32)),
  openrouter: join('sk', '-or-v1-', hex(64)),
  langfuse: join('sk', '-lf-', hex(8), '-', hex(4), '-', hex(12)),
  groq: join('gsk', '_', randomLike(52)),
  xai: join('xai', '-', randomLike(80)),
  google: join('AI', 'za', randomLike(35)),
  'google oauth': join('ya', '29.', randomLike(60)),
  'google client secret': join('GOC', 'SPX-', randomLike(28)),
  'hugging face': join('hf', '_', randomLike(34)),
  replicate: join('r8', '_', randomLike(37)),
  perplexity: join('pplx', '-', randomLike(48)),
  together: join('tgp', '_v1_', randomLike(43)),
  fireworks: join('fw', '_', randomLike(24)),
  cerebras: join('csk', '-', randomLike(48)),
  nvidia: join('nv', 'api-', randomLike(64)),
  'vercel gateway': join('vck', '_', randomLike(56)),
  tavily: join('tvly', '-dev-', randomLike(32)),
  langsmith: join('lsv2', '_pt_', hex(32), '_', hex(10)),
  pinecone: join('pcsk', '_', randomLike(60)),
  elevenlabs: join('sk', '_', hex(48)),
  'aws key id': join('AK', 'IA', randomLike(16, 'ABCDEFGH2345')),
  'aws session key id': join('AS', 'IA', randomLike(16, 'ABCDEFGH2345')),
  'github classic': join('gh', 'p_', randomLike(36)),
  'github fine-grained': join('github', '_pat_', randomLike(22), '_', randomLike(59)),
  gitlab: join('gl', 'pat-', randomLike(20)),
  'slack bot': join('xo', 'xb-', '123456789012-123456789012-', randomLike(24)),
  stripe: join('sk', '_live_', randomLike(24)),
  'stripe restricted': join('rk', '_test_', randomLike(24)),
  sendgrid: join('S', 'G.', randomLike(22), '.', randomLike(43)),
  npm: join('np', 'm_', randomLike(36)),
  pypi: join('py', 'pi-', randomLike(80)),
  shopify: join('shp', 'at_', hex(32)),
  digitalocean: join('dop', '_v1_', hex(64)),
  vault: join('hv', 's.', randomLike(40)),
  mailgun: join('ke', 'y-', hex(32)),
  linear: join('lin', '_api_', randomLike(40)),
  docker: join('dckr', '_pat_', randomLike(27)),
  'json web token': jwt,
}

/** A credential without any known form: only its value gives it away. */
export const ownKey = join('zq', randomLike(30), '/+', randomLike(6))
