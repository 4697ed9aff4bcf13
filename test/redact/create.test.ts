import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/create.ts'
import { placeholderFor } from '../../src/redact/credentials.ts'
import { REMOVED } from '../../src/redact/redactor.ts'
import { plainRequest } from './plain-request.ts'
import { jwt, keyBlock, ownKey, randomLike, tokens } from './samples.ts'

const redactor = createRedactor({ credentials: [ownKey, placeholderFor('OPENAI_API_KEY')] })
const { json, text, url, headers } = redactor
const bearer = `Bearer ${randomLike(24)}`

describe('credentials by their form', () => {
  test.each(Object.entries(tokens))('%s is removed wherever a string holds it', (_, token) => {
    expect(text(token)).toBe(REMOVED)
    expect(text(`the key "${token}", please`)).toBe(`the key "${REMOVED}", please`)
    expect(json({ a: [{ note: `x=${token}\n` }] })).toEqual({ a: [{ note: `x=${REMOVED}\n` }] })
    expect(text(JSON.stringify({ note: `line\n${token}` }))).toBe(
      JSON.stringify({ note: `line\n${REMOVED}` }),
    )
  })

  test.each(Object.entries(tokens))('%s is left alone in the middle of base64', (name, token) => {
    if (/[.]/.test(token)) return
    const blob = `gAAAAB${randomLike(40)}${token}${randomLike(40)}`
    expect(json({ encrypted_content: blob }), name).toEqual({ encrypted_content: blob })
  })

  test.each([
    ['a private key', keyBlock, REMOVED],
    ['a private key in a sentence', `see ${keyBlock} there`, `see ${REMOVED} there`],
    ['a private key that was cut off', `see ${keyBlock.slice(0, 120)}`, `see ${REMOVED}`],
    ['a private key with escaped lines', `"${keyBlock.replaceAll('\n', '\\n')}"`, `"${REMOVED}"`],
    ['a bearer token', `curl -H "Authorization: ${bearer}"`, `curl -H "Authorization: Bearer ${REMOVED}"`],
    ['a bearer token in other case', bearer.toLowerCase(), `bearer ${REMOVED}`],
    [
      'a short token behind an authorization header',
      'authorization: Bearer hunter-two',
      `authorization: Bearer ${REMOVED}`,
    ],
    ['basic credentials', `Basic ${Buffer.from('jo:hunter2').toString('base64')}`, `Basic ${REMOVED}`],
    ['a password in a URL', 'postgres://jo:hunter2@db.test/x', `postgres://${REMOVED}@db.test/x`],
    [
      'a key in a query',
      'see https://api.test/v1?api_key=hunter2&x=1.',
      `see https://api.test/v1?api_key=${REMOVED}&x=1.`,
    ],
    [
      'a signature in a query',
      'https://s3.test/a?X-Amz-Signature=abc123',
      `https://s3.test/a?X-Amz-Signature=${REMOVED}`,
    ],
    [
      'a token in a fragment',
      'https://app.test/cb#access_token=hunter2',
      `https://app.test/cb#access_token=${REMOVED}`,
    ],
    ['a form', 'client_secret=hunter2&grant_type=x', `client_secret=${REMOVED}&grant_type=x`],
    ['a JSON fragment', 'error in {"api_key": "hunter2", "x"', `error in {"api_key": "${REMOVED}", "x"`],
    [
      'a JSON fragment in a string',
      String.raw`"{\"password\":\"hun\\\"ter2\"}`,
      String.raw`"{\"password\":\"${REMOVED}\"}`,
    ],
    ['a Python literal', "{'client_secret': 'hunter2'}", `{'client_secret': '${REMOVED}'}`],
    ['a placeholder', `key ${placeholderFor('GROQ_API_KEY')}!`, `key ${REMOVED}!`],
  ])('%s is removed', (_, given, expected) => {
    expect(text(given)).toBe(expected)
  })

  test.each([
    'Bearer authentication is required',
    'use token-based-authentication as bearer of good news',
    'Basic understanding of Basic authentication',
    'Authorization: Bearer $OPENAI_API_KEY',
    `Authorization: Bearer ${'$'}{token}`,
    'the task-force met at risk-management-level-2',
    'sk-spinner-circle-fade',
    'https://example.com/a?page=2&sort=key',
    'mail jo@example.com or https://example.com/@jo',
    'http://localhost:8080/v1',
    'resp_68a1b2c3d4e5f60718293a4b5c6d7e8f9a0b1c2d3e4f5061',
    'call_aB3dE5fG7hJ9kL2mN4pQ6rS8',
    'chatcmpl-aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW',
    'toolu_01aB3dE5fG7hJ9kL2mN4pQ6r',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAsk/AKIA+hf/eyJ=',
    'const key = getKey()',
    '{"max_tokens": 5, "model": "x"',
  ])('only looks like one: %s', (given) => {
    expect(text(given)).toBe(given)
    expect(json({ given })).toEqual({ given })
  })
})

describe('credentials by the name of their field', () => {
  const secret = [
    'accessToken',
    'x-goog-api-key',
    'client_secret',
    'api_key',
    'apikey',
    'APIKey',
    'OPENAI_API_KEY',
  ].concat(
    [
      'Authorization',
      'password',
      'dbPassword',
      'secret',
      'private_key',
      'session_token',
      'Set-Cookie',
      'cookie',
      'token',
    ],
    [
      'aws_secret_access_key',
      'secretAccessKey',
      'refresh_token',
      'idToken',
      'proxy-authorization',
      'Ocp-Apim-Subscription-Key',
    ],
    ['passphrase', 'bearer', 'x-amz-security-token', 'credentials', 'password2', 'connectionString'],
  )
  test.each(secret)('%s is a secret at any depth', (name) => {
    expect(json({ a: [{ b: { [name]: 'x' } }] })).toEqual({ a: [{ b: { [name]: REMOVED } }] })
    expect(text(`{"a": [ {"${name}" : "x\\u0041"}]}`)).toBe(`{"a": [ {"${name}" : "${REMOVED}"}]}`)
    expect(text(`data: {"${name}":"x"}\n\n`)).toBe(`data: {"${name}":"${REMOVED}"}\n\n`)
  })

  const harmless = [
    'token_count',
    'max_tokens',
    'tokens',
    'monkey',
    'key',
    'cache_key',
    'prompt_cache_key',
    'public_key',
  ].concat(
    [
      'idempotency-key',
      'Idempotency-Key',
      'safety_identifier',
      'next_page_token',
      'eos_token',
      'tokenizer',
      'signature',
    ],
    [
      'encrypted_content',
      'obfuscation',
      'id',
      'secretary',
      'author',
      'keyword',
      'authority',
      'primaryKey',
      'passwordPolicy',
    ],
  )
  test.each(harmless)('%s is none', (name) => {
    const value = { [name]: 'x' }
    expect(json(value)).toBe(value)
  })

  test('objects are walked, and a schema with a property called password survives', () => {
    const schema = {
      properties: { password: { type: 'string', description: 'at least 8' } },
      required: ['password'],
    }
    expect(json(schema)).toBe(schema)
    expect(json({ credentials: { user: 'jo', secret: 'x', port: 5 } })).toEqual({
      credentials: { user: 'jo', secret: REMOVED, port: 5 },
    })
    expect(json({ password: null, token: 5, secret: true, api_key: '' })).toEqual({
      password: null,
      token: 5,
      secret: true,
      api_key: '',
    })
  })

  test('strings in an array have the name of the array', () => {
    expect(json({ 'set-cookie': ['a=1', 'b=2'], tokens: ['Hel', 'lo'] })).toEqual({
      'set-cookie': [REMOVED, REMOVED],
      tokens: ['Hel', 'lo'],
    })
  })

  test('tokens of log probabilities are content, as are the paths that a dialect declares', () => {
    const body = { choices: [{ logprobs: { content: [{ token: 'Hi', top_logprobs: [{ token: 'Hi' }] }] } }] }
    expect(json(body)).toBe(body)
    expect(text(JSON.stringify(body))).toBe(JSON.stringify(body))
    const declared = { steps: [{ token: 'Hi' }], token: 'Hi' }
    expect(json(declared, { contentPaths: ['steps[].token'] })).toEqual({
      steps: [{ token: 'Hi' }],
      token: REMOVED,
    })
  })

  test('JSON inside strings is taken apart, in any depth', () => {
    const inner = (value: string) =>
      JSON.stringify({ api_key: value, city: 'Lisbon', deep: JSON.stringify([{ password: value }]) })
    expect(json({ arguments: inner('hunter2') })).toEqual({ arguments: inner(REMOVED) })
    expect(text(JSON.stringify({ arguments: inner('hunter2') }))).toBe(
      JSON.stringify({ arguments: inner(REMOVED) }),
    )
  })
})

describe('credentials by their value', () => {
  const places: [string, (key: string) => string][] = [
    ['plain', (key) => `aaa${key}bbb`],
    ['JSON', (key) => `say ${JSON.stringify(`"${key}`)}`],
    ['URL-encoded', (key) => `q=1 ${encodeURIComponent(key)}`],
    [
      'URL-encoded, lower case',
      (key) => encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
    ],
  ]
  test.each(places)('are removed in %s', (_, place) => {
    expect(text(place(ownKey))).toBe(place(ownKey).replace(/zq[^"\s]*?(?=bbb|\W*$)/, REMOVED))
  })

  test.each(['base64', 'base64url'] as const)(
    'are removed in %s at each of the three alignments',
    (encoding) => {
      for (const user of ['', 'a', 'ab', 'abc']) {
        const encoded = Buffer.from(`${user}${ownKey}:tail`).toString(encoding)
        const cleaned = text(`x ${encoded} y`)
        expect(cleaned).toContain(REMOVED)
        // What is left around the marker decodes to no six characters of the key.
        for (let at = 0; at + 6 <= ownKey.length; at += 1)
          expect(
            Buffer.from(cleaned.slice(2, -2).split(REMOVED)[0] ?? '', encoding).toString(),
          ).not.toContain(ownKey.slice(at, at + 6))
      }
    },
  )

  test('short ones are not looked for', () => {
    expect(createRedactor({ credentials: ['short'] }).text('a short story')).toBe('a short story')
  })

  test('a digest does not depend on which key was used', () => {
    const made = (key: string) =>
      json({
        messages: [{ content: `my key: ${key}` }],
        auth: `Basic ${Buffer.from(`u:${key}`).toString('base64')}`,
      })
    expect(made(ownKey)).toEqual(made(placeholderFor('OPENAI_API_KEY')))
  })
})

test.each(['', 'a', 'ab', 'abc'])(
  'a digest does not depend on the key in base64 behind %j either',
  (user) => {
    const keys = [ownKey, `A${ownKey}`, `${ownKey}0x`, placeholderFor('OPENAI_API_KEY')]
    const { json } = createRedactor({ credentials: keys })
    const made = keys.map((key) => json({ blob: Buffer.from(user + key).toString('base64') }))
    expect(new Set(made.map((value) => JSON.stringify(value))).size).toBe(1)
  },
)

describe('requests', () => {
  test('user info and secret parameters leave the URL', () => {
    expect(url('https://jo:pw@h.test/v1')).toBe(`https://${REMOVED}@h.test/v1`)
    expect(url('https://token@h.test/v1')).toBe(`https://${REMOVED}@h.test/v1`)
    expect(url('https://h.test/v1beta/models/x:generateContent?key=abc&alt=sse')).toBe(
      `https://h.test/v1beta/models/x:generateContent?key=${REMOVED}&alt=sse`,
    )
    expect(url('http://localhost/v1/chat/completions?api-version=2024-10-21')).toBe(
      'http://localhost/v1/chat/completions?api-version=2024-10-21',
    )
  })

  test('a URL stays removed after it was parsed and written again', () => {
    const cleaned = url('https://jo:pw@h.test/?key=abc')
    expect(url(new URL(cleaned).href)).toBe(new URL(cleaned).href)
  })

  test('every one of several cookies goes, and ordinary headers stay', () => {
    expect(
      headers([
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['anthropic-beta', 'x'],
        ['idempotency-key', 'abc'],
        ['referer', 'https://h.test/?token=abc'],
      ]),
    ).toEqual([
      ['set-cookie', REMOVED],
      ['set-cookie', REMOVED],
      ['anthropic-beta', 'x'],
      ['idempotency-key', 'abc'],
      ['referer', `https://h.test/?token=${REMOVED}`],
    ])
  })

  test('bodies are redacted in each of their forms', () => {
    const body = (value: Parameters<typeof redactor.request>[0]['body']) =>
      redactor.request({ ...plainRequest, body: value }).body
    expect(body({ json: { password: 'x' } })).toEqual({ json: { password: REMOVED } })
    expect(body({ text: `k ${jwt}` })).toEqual({ text: `k ${REMOVED}` })
    const binary = (key: string) =>
      Buffer.concat([Buffer.from([0, 255, 1]), Buffer.from(key), Buffer.from([254])]).toString('base64')
    expect(body({ base64: binary(ownKey) })).toEqual({ base64: binary(REMOVED) })
    expect(body({ base64: binary(tokens.groq as string) })).toEqual({ base64: binary(tokens.groq as string) })
    expect(body(null)).toBe(null)
  })
})

describe('what users add', () => {
  const mine = createRedactor({
    credentials: [],
    fields: ['ssn', 'home-address'],
    patterns: [/\b\d{3}-\d{2}-\d{4}\b/, /jo \w+/i],
    functions: [(value, path) => (path === 'user.name' ? 'NAME "1"' : value.replaceAll('Lisbon', 'CITY'))],
  })
  test('names, patterns and functions apply beside the built-in rules', () => {
    const value = {
      user: { name: 'Ann', ssn: 'x', homeAddress: 'y', note: 'JO Doe, 123-45-6789, Lisbon' },
      token: 'z',
    }
    const expected = {
      user: { name: 'NAME "1"', ssn: REMOVED, homeAddress: REMOVED, note: `${REMOVED}, ${REMOVED}, CITY` },
      token: REMOVED,
    }
    expect(mine.json(value)).toEqual(expected)
    expect(mine.text(JSON.stringify(value))).toBe(JSON.stringify(expected))
    expect(mine.text('Lisbon 123-45-6789')).toBe(`CITY ${REMOVED}`)
  })

  test('they hold across the pieces of a stream', () => {
    const stream = [
      'data: {"delta":{"content":"é 123-4"}}\n\nda',
      'ta: {"delta":{"content":"5-6789 in Lis',
      'bon"}}\n\n',
    ]
    const pieces = mine.pieces()
    const out = [...stream.flatMap((piece) => pieces.push(Buffer.from(piece))), ...pieces.end()]
    expect(out).toHaveLength(3)
    expect(Buffer.concat(out).toString()).toBe(
      `data: {"delta":{"content":"é ${REMOVED} in CITY"}}\n\ndata: {"delta":{"content":""}}\n\n`,
    )
  })
})
