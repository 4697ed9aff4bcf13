/** Last words that make a field a secret one, whatever stands before them. */
const secretWords = new Set(
  (
    'authorization password passwd pwd passphrase secret secrets token cookie cookies jwt bearer credential credentials ' +
    'apikey apikeys apitoken apisecret accesstoken authtoken refreshtoken idtoken sessiontoken sessionkey bearertoken ' +
    'securitytoken clientsecret appsecret secretkey privatekey accesskey signingkey passwords connectionstring'
  ).split(' '),
)

/** Last two words, joined. A bare `key` is no secret: `cache_key`, `public_key`, `primary_key` must survive. */
const secretPairs = new Set(
  (
    'api access secret private signing encryption subscription account auth master service license functions admin ' +
    'client app shared storage deploy ssh session hmac webhook'
  )
    .split(' ')
    .flatMap((word) => [`${word}key`, `${word}keys`])
    .concat('connectionstring'),
)

/** Words before `token` or `cookie` that name something else: pagination, a tokenizer's vocabulary, counting. */
const harmlessBefore = new Set(
  (
    'page next previous prev continuation sync cursor resume stop start end first last eos bos pad unk sep cls mask ' +
    'special max min input output prompt completion cached total audio image text word decoder'
  ).split(' '),
)

const known = new Map<string, boolean>()

/**
 * Whether a field of this name holds a secret: `api_key`, `accessToken`, `X-Goog-Api-Key`, `AWS_SECRET_ACCESS_KEY`, but not
 * `max_tokens`, `token_count`, `monkey`, `key`, `cache_key`, `idempotency-key`, `next_page_token`.
 */
export function isSecretName(name: string): boolean {
  if (name.length > 80) return false
  const cached = known.get(name)
  if (cached !== undefined) return cached
  const answer = judge(splitName(name))
  // Field names come from the outside; the cache must not grow with them.
  if (known.size > 2_000) known.clear()
  known.set(name, answer)
  return answer
}

function judge(words: string[]): boolean {
  const last = words.at(-1)
  if (last === undefined) return false
  const before = words.at(-2)
  if (before !== undefined && secretPairs.has(before + last)) return true
  if (!secretWords.has(last) && !secretPairs.has(last)) return false
  return !(last === 'token' && before !== undefined && harmlessBefore.has(before))
}

/** The words of a snake_case, kebab-case, dotted or camelCase name in lower case, without a number at its end. */
export function splitName(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\d_\-. $]+$/, '')
    .split(/[^a-z0-9]+/)
  return words.filter((word) => word !== '')
}

/** A test for the names a user adds: the same words in the same order at the end of a field's name, in any writing. */
export function nameMatcher(names: readonly string[]): (name: string) => boolean {
  const suffixes = names.map((name) => splitName(name).join('_')).filter((suffix) => suffix !== '')
  if (suffixes.length === 0) return () => false
  const exact = new Set(names)
  return (name) => {
    if (exact.has(name)) return true
    const joined = splitName(name).join('_')
    return suffixes.some((suffix) => joined === suffix || joined.endsWith(`_${suffix}`))
  }
}
