/**
 * A credential that shows by its form: a fixed prefix, then a run of a known alphabet. `base64Like` ones have no `-` or `_`
 * in their prefix, so they could occur inside standard base64; there `+`, `/` and `=` count as more of the same text.
 */
export interface TokenShape {
  prefixes: string[]
  /** What follows the prefix, as the source of a regular expression. Bounded, so that a stream is never held for long. */
  body: string
  base64Like?: boolean
}

const shape = (prefixes: string, body: string, base64Like = false): TokenShape => ({
  prefixes: prefixes.split(' '),
  body,
  base64Like,
})

/** The forms of credentials that Retake knows. No entropy: a text is one of these or it is left alone. */
export const tokenShapes: readonly TokenShape[] = [
  shape(
    'sk-',
    '(?:(?:proj|ant|or|svcacct|admin|live|test|lf|user|org|cp|None)-[\\w-]{12,512}' +
      '|(?=\\w{0,512}\\d)\\w{16,512}(?:-[\\w-]{0,512})?|(?=[\\w-]{0,512}\\d)(?=[\\w-]{0,512}[A-Z])[\\w-]{20,512})',
  ),
  shape('gsk_ hf_ api_org_ r8_ rpa_ vck_ e2b_ pcsk_ figd_ ntn_ sbp_ phx_', '\\w{20,512}'),
  shape('fw_ fpk_ ek_ bb_live_', '[A-Za-z0-9]{16,512}'),
  shape('secret_', '[A-Za-z0-9]{40,512}'),
  shape('sk_', '(?:live|test|prod)_[A-Za-z0-9]{10,512}'),
  shape('sk_', '[a-f0-9]{40,128}'),
  shape('rk_', '(?:live|test)_[A-Za-z0-9]{10,512}'),
  shape('xai- pplx- csk- sess- tvly- voy-', '(?=[\\w-]{0,512}\\d)[\\w-]{20,512}'),
  shape('pa-', '[\\w-]{40,512}'),
  shape('nvapi- PMAK- GOCSPX-', '[\\w-]{20,512}'),
  // GitLab's kinds of tokens; newer ones have dots.
  shape(
    'glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glffct- glimt- glagent- gloas- glsoat- glwt-',
    '[\\w-]{20,512}(?:\\.[\\w-]{2,64}){0,3}',
  ),
  shape('GR1348941', '[\\w-]{20}', true),
  shape('glsa_', '[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}'),
  shape('glc_', '[A-Za-z0-9+/]{32,1024}={0,3}'),
  shape('ops_', 'eyJ[A-Za-z0-9+/_-]{100,8192}={0,3}'),
  shape('sntrys_', 'eyJ[A-Za-z0-9+/]{20,1024}={0,2}_[A-Za-z0-9+/]{40,50}'),
  shape('sntryu_ sntrya_ sntryi_', '[a-f0-9]{64}'),
  shape('SK', '[a-f0-9]{32}', true),
  shape('dapi', '[a-f0-9]{32}(?:-\\d)?', true),
  shape('ATATT3 ATCTT3', '[\\w=-]{60,512}', true),
  shape('xkeysib- xsmtpsib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
  shape('sb_secret_', '[\\w-]{20,128}'),
  shape('lin_oauth_ pscale_tkn_ pscale_oauth_ pscale_pw_ CCIPAT_ wandb_v1_ jina_', '[\\w.-]{32,512}'),
  shape('vcp_ vci_ vca_ vcr_ napi_ flp_ bkua_ rdme_ squ_ sqp_ sqa_ pnu_', '[A-Za-z0-9]{24,512}'),
  shape('llx- m0-', '[A-Za-z0-9]{40,128}'),
  shape('rubygems_', '[a-f0-9]{48}'),
  shape('pul-', '[a-f0-9]{40}'),
  shape('tskey-', '[a-z]{2,16}-[A-Za-z0-9]{8,64}-[A-Za-z0-9]{16,128}'),
  shape('HRKU-AA CFPAT-', '[\\w-]{40,128}'),
  shape('NRAK- NRJS- NRRA-', '[A-Za-z0-9]{19,64}'),
  shape('sq0csp- sq0atp-', '[\\w-]{22,64}'),
  shape('dt0c01. dt0s16.', '[A-Z0-9]{8,24}\\.[A-Z0-9]{64}'),
  shape('dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', '(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,64}'),
  shape('re_', '(?=\\w{0,64}\\d)(?=\\w{0,64}[A-Z])[A-Za-z0-9]{8}_[A-Za-z0-9]{20,64}'),
  shape('sk.', 'eyJ[\\w-]{20,512}\\.[\\w-]{16,64}'),
  shape('LTAI', '[A-Za-z0-9]{20}', true),
  shape('sha256~', '[\\w-]{43}'),
  shape('fm1r_ fm1a_ fm2_ fo1_', '[A-Za-z0-9+/_-]{40,4096}={0,3}'),
  shape('hooks.slack.com/services/', '[A-Z0-9]{8,14}/[A-Z0-9]{8,14}/[A-Za-z0-9]{20,28}'),
  shape('fc- key-', '[a-f0-9]{32}'),
  shape('tgp_v1_ lin_api_ dckr_pat_ lsv2_pt_ lsv2_sk_', '[\\w-]{20,512}'),
  shape('dop_v1_ doo_v1_ dor_v1_', '[a-f0-9]{40,128}'),
  shape('ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{30,512}'),
  shape('github_pat_', '\\w{22,512}'),
  shape('xoxb- xoxp- xoxa- xoxe- xoxo- xoxr- xoxs- xoxc- xoxd- xapp-', '[\\w%-]{10,512}'),
  shape('npm_', '[A-Za-z0-9]{36}'),
  shape('pypi-', '[\\w-]{50,512}'),
  shape('shpat_ shpss_ shpca_ shppa_', '[a-fA-F0-9]{32}'),
  shape('whsec_', '[A-Za-z0-9+/=]{20,512}'),
  shape('AGE-SECRET-KEY-1', '[A-Z0-9]{50,64}'),
  shape('AIza', '[\\w-]{35}', true),
  shape('ya29.', '[\\w.-]{20,2048}'),
  shape('AQ.', '[\\w-]{30,512}'),
  shape('SG.', '[\\w-]{16,128}\\.[\\w-]{16,128}'),
  shape('hvs. hvb. hvr.', '[\\w-]{24,512}'),
  shape('AKIA ASIA ABIA ACCA', '[A-Z0-9]{16}', true),
  shape('ABSK', '[A-Za-z0-9+/]{100,300}={0,2}', true),
  shape('eyJ', '[\\w-]{8,4096}\\.(?:[\\w-]{8,4096})?(?:\\.[\\w-]{8,4096}){1,3}'),
  // Several JWT libraries write unsigned tokens with nothing after the last dot.
  shape('eyJ', '[\\w-]{8,4096}\\.eyJ[\\w-]{8,4096}\\.?'),
  shape('retake-placeholder-', '[a-z0-9-]{1,128}'),
]

/** The characters of a token's run, as the source of a character class; a longer run means that a token may still grow. */
export const runClass = '[\\w.+/=%-]'

const escapeSource = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** One expression per shape. */
export const tokenPatterns: readonly { pattern: RegExp; base64Like: boolean }[] = tokenShapes.map(
  (entry) => ({
    pattern: new RegExp(`(?:${entry.prefixes.map(escapeSource).join('|')})${entry.body}`, 'g'),
    base64Like: entry.base64Like === true,
  }),
)

const allPrefixes = [...new Set(tokenShapes.flatMap((entry) => entry.prefixes))]

const endsMarked = /[-_.]$/
const anyOf = (prefixes: string[]) => prefixes.map(escapeSource).join('|')

/**
 * Says quickly that a text has no token of any shape. Most prefixes end with one of three marks, which are rarer in a text
 * than letters: looking for those first, and back from there, takes a fifth of the time.
 */
export const tokenTrigger = new RegExp(
  `[-_.](?<=${anyOf(allPrefixes.filter((prefix) => endsMarked.test(prefix)))})` +
    `|${anyOf(allPrefixes.filter((prefix) => !endsMarked.test(prefix)))}`,
)

/** No token is longer. */
export const maxToken = 20_600

/** Matches the end of a text that may become, or grow as, a token: part of a prefix, or a prefix and its run so far. */
export const unfinishedToken = new RegExp(
  `(?:(?<![\\w-])|(?<=\\\\[nrtbf])|(?<=\\\\u[0-9a-fA-F]{4})|(?<=%[0-9A-Fa-f]{2}))(?:${allPrefixes
    .map((prefix) => {
      const characters = [...prefix]
      const last = characters.length - 1
      return characters.reduceRight(
        (rest, char, index) =>
          escapeSource(char) + (index === last ? `(?:${runClass}{0,${maxToken}})` : `(?:${rest})?`),
        '',
      )
    })
    .join('|')})$`,
)

/**
 * Whether a token may begin at `start`: not in the middle of a longer run. A JSON or URL escape that ends right before it
 * (`\n`, `\u0022`, `%20`) is a boundary although its last character is a letter.
 */
export function isTokenStart(text: string, start: number, base64Like: boolean): boolean {
  if (start === 0) return true
  const before = text[start - 1] as string
  if (!(base64Like ? /[\w+/-]/ : /[\w-]/).test(before)) return true
  const context = text.slice(Math.max(0, start - 6), start)
  return /(?:\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2})$/.test(context)
}

/** Whether a token that was matched up to `end` ends there: what follows is no more of the same run. */
export function isTokenEnd(text: string, end: number, base64Like: boolean): boolean {
  const after = text[end]
  return after === undefined || !(base64Like ? /[\w+/=-]/ : /[A-Za-z0-9]/).test(after)
}
