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
  'gitlab trigger': join('gl', 'ptt-', hex(40)),
  'gitlab routable': join('gl', 'pat-', randomLike(27), '.01.', randomLike(9)),
  'gitlab runner registration': join('GR', '1348941', randomLike(20)),
  'grafana service account': join('gl', 'sa_', randomLike(32), '_', hex(8)),
  'grafana cloud': join('gl', 'c_', base64url('{"o":"1","n":"x","k":"abcdefghijkl","m":{}}'), '=='),
  '1password service account': join('op', 's_', base64url(`{"email":"${randomLike(120)}"}`)),
  'sentry organisation': join('sn', 'trys_', base64url('{"iat":1.2,"url":"x"}'), '=_', randomLike(43)),
  'sentry user': join('sn', 'tryu_', hex(64)),
  'twilio key': join('S', 'K', hex(32)),
  databricks: join('da', 'pi', hex(32)),
  atlassian: join('ATA', 'TT3', randomLike(180), '=', randomLike(8)),
  brevo: join('xkey', 'sib-', hex(64), '-', randomLike(16)),
  'supabase secret': join('sb', '_secret_', randomLike(22), '_', randomLike(8)),
  'linear oauth': join('lin', '_oauth_', hex(64)),
  planetscale: join('pscale', '_tkn_', randomLike(43)),
  circleci: join('CCI', 'PAT_', randomLike(22), '_', hex(40)),
  'vercel token': join('vc', 'p_', randomLike(56)),
  neon: join('na', 'pi_', randomLike(64)),
  'sonar qube': join('sq', 'u_', hex(40)),
  'llama cloud': join('ll', 'x-', randomLike(48)),
  'ruby gems': join('ruby', 'gems_', hex(48)),
  pulumi: join('pu', 'l-', hex(40)),
  tailscale: join('ts', 'key-auth-', randomLike(17), '-', randomLike(33)),
  heroku: join('HR', 'KU-AA', randomLike(58)),
  'new relic': join('NR', 'AK-', randomLike(27)),
  square: join('sq0', 'csp-', randomLike(43)),
  dynatrace: join('dt0', 'c01.', randomLike(24, 'ABCD2345'), '.', randomLike(64, 'ABCDEFGH2345')),
  doppler: join('dp', '.pt.', randomLike(43)),
  resend: join('re', '_', randomLike(8), '_', randomLike(24)),
  mapbox: join('s', 'k.', base64url('{"u":"jo","a":"abcdefgh"}'), '.', randomLike(22)),
  'alibaba key id': join('LT', 'AI', randomLike(20)),
  openshift: join('sha', '256~', randomLike(43)),
  'fly.io': join('fm', '2_', randomLike(120)),
  'slack webhook': join(
    'hooks.slack',
    '.com/services/T',
    hex(9).toUpperCase(),
    '/B',
    hex(9).toUpperCase(),
    '/',
    randomLike(24),
  ),
  'json web token': jwt,
}

/** A credential without any known form: only its value gives it away. */
export const ownKey = join('zq', randomLike(30), '/+', randomLike(6))
