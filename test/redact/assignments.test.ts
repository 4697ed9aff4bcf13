import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/create.ts'
import { placeholderFor } from '../../src/redact/credentials.ts'
import { REMOVED } from '../../src/redact/redactor.ts'
import { ownKey } from './samples.ts'

const redactor = createRedactor({ credentials: [ownKey], fields: ['pin_code'] })

/** Formless: only the name before them gives them away. */
const value = 'q7Rt2Lm9Xw4Zb8'
const covered: [string, string][] = [
  ['a relative URL', `GET /get?api_key=${value}&page=2 HTTP/1.1`],
  ['a second parameter', `see /get?page=2&access_token=${value}.`],
  ['a parameter of letters and dashes', `/reset?token=${value}-a_b#top`],
  ['a line of an env file', `PORT=80\nOPENAI_API_KEY=${value}\nDEBUG=1`],
  ['a password of many signs', 'PORT=80\nDB_PASSWORD=hunter2&;#,)'],
  ['a password that is a number', 'DB_PASSWORD=12345678\n'],
  ['a quoted line', `export DB_PASSWORD="${value}"`],
  ['a line with Windows ends', `A=1\r\nSECRET_KEY=${value}\r\n`],
  ['escaped lines', String.raw`"A=1\nDB_PASSWORD=12345678\nB=2`],
  ['a variable before a command', `run with OPENAI_API_KEY=${value} node x.js`],
  ['YAML', `db:\n  user: jo\n  password: ${value}\n  port: 5`],
  ['quoted YAML', "db:\n  password: 'hunter22'"],
  ['code', `const apiKey = "${value}"`],
  ['code without semicolons', `client = Client(api_key='${value}', max_tokens=100)`],
  ['an index', `os.environ["OPENAI_API_KEY"] = "${value}"`],
  ['JSON with a name without quotes', `{ client_secret: "${value}", a: 1`],
  ['a bare value behind a quoted name', `{'token': ${value}}`],
  ['Go', `token := "${value}"`],
  ['properties', `spring.datasource.password=${value}`],
  ['a field of the user', `pinCode: ${value}`],
]

describe('a value assigned to a secret name is removed in', () => {
  const expected = (text: string) =>
    text.replace(/q7Rt2Lm9Xw4Zb8(?:-a_b)?|hunter2&;#,\)|12345678|hunter22/, REMOVED)

  test.each(covered)('%s', (_, text) => {
    expect(redactor.text(text)).toBe(expected(text))
    expect(redactor.json({ content: text })).toEqual({ content: expected(text) })
    expect(redactor.text(expected(text))).toBe(expected(text))
  })

  test.each(covered)('%s, split over the pieces of a stream', (_, text) => {
    for (let at = 1; at < text.length; at += 1) {
      const raw = redactor.pieces()
      const out = [text.slice(0, at), text.slice(at)].flatMap((piece) => raw.push(Buffer.from(piece)))
      expect(Buffer.concat([...out, ...raw.end()]).toString()).toBe(expected(text))
      const deltas = [text.slice(0, at), text.slice(at)].map(
        (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
      )
      const stream = redactor.pieces()
      const sent = [...deltas.flatMap((delta) => stream.push(Buffer.from(delta))), ...stream.end()]
      const joined = [
        ...Buffer.concat(sent)
          .toString()
          .matchAll(/data: (.*)\n/g),
      ]
        .map(([, data]) => JSON.parse(data as string).choices[0].delta.content)
        .join('')
      expect(joined).toBe(expected(text))
    }
  })

  test('a tool result that is an env file', () => {
    const file = `# local\nOPENAI_API_KEY=${value}\nDB_PASSWORD=${value}\nMAX_TOKENS=100\n`
    const message = { role: 'tool', content: file }
    expect(redactor.json({ messages: [message] })).toEqual({
      messages: [{ ...message, content: file.replaceAll(value, REMOVED) }],
    })
  })

  test('the same way whichever key stands there', () => {
    for (const line of [
      'OPENAI_API_KEY=VALUE',
      'api_key: VALUE, x',
      '/get?token=VALUE&a=1',
      'password="VALUE"',
      'run: \nA_KEY=VALUE;B=1',
    ])
      expect(redactor.text(line.replace('VALUE', ownKey)), line).toBe(
        redactor.text(line.replace('VALUE', placeholderFor('OPENAI_API_KEY'))),
      )
  })
})

describe('is left alone:', () => {
  test.each([
    'password: string',
    'password: string; token: Base64String',
    'const token = getToken()',
    'const token = accessToken2',
    'const token = tokens[12345678]',
    'api_key=os.environ["X"]',
    'api_key=os.environ["OPENAI_API_KEY_2"]',
    'api_key=self.s3_client.get("a1b2c3d4")',
    'apiKey: process.env.OPENAI_API_KEY,',
    'apiKey: config.providers.v2.apiKey',
    'max_tokens=100 max_tokens: 10000000',
    'OPENAI_API_KEY=your-api-key-123',
    'OPENAI_API_KEY=YOUR_API_KEY',
    'OPENAI_API_KEY=$OTHER_KEY_12345',
    `OPENAI_API_KEY=${'$'}{OTHER_KEY_12345}`,
    'OPENAI_API_KEY=<your key 12345678>',
    'OPENAI_API_KEY=\nNEXT_VALUE=a1b2c3d4e5f6',
    'SSH_PRIVATE_KEY=/home/jo/.ssh/id_ed25519',
    'api_key=xxxxxxxxxxxx1234',
    'GET /get?token={token}&api_key=YOUR_API_KEY',
    '/items?page_token=q7Rt2Lm9Xw4Zb8&sort=asc',
    'The password: it must have 8characters or more',
    'Two secrets: patience and time',
    'token: token-based-authentication',
    'password: "required|min:eight"',
    'password: "at least 8 characters"',
    'secret: "short1"',
    'next_page_token = "q7Rt2Lm9Xw4Zb8"',
    'cacheKey = "q7Rt2Lm9Xw4Zb8"',
    'credentials: https://example.com/docs/a1b2c3d4e5',
    'token: 2024-10-21',
    'if (token === undefined) return',
  ])('%s', (line) => {
    // A text that is one assignment and nothing else would be a URL-encoded form.
    const text = `so: \n${line}`
    expect(redactor.text(text)).toBe(text)
    expect(redactor.json({ text })).toEqual({ text })
  })
})

describe('properties', () => {
  const part = fc.oneof(
    fc.constantFrom('api_key', 'token', 'DB_PASSWORD', 'note', 'secret', '"api_key"', '["token"]'),
    fc.constantFrom('=', ':', ': ', ' = ', ':=', '==', '=>', '?', '&', '\n', '\\n', ';', ',', ' '),
    fc.constantFrom('"', "'", '`', '\\"', '\\', '(', '[', '{', '<', ')', '$', REMOVED, 'export ', 'é'),
    fc.constantFrom(value, 'hunter22', 'string', 'abc', '12345678', 'https://h.test/', `${ownKey} `),
    fc.string({ maxLength: 12 }),
  )
  const text = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''))
  const runs = { numRuns: Number(process.env.RETAKE_RUNS ?? 500) }

  test('pieces come to the same as the whole, and doing it twice as doing it once', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (whole, size) => {
        const once = redactor.text(whole)
        expect(redactor.text(once)).toBe(once)
        const redact = (pieces: Buffer[]) => {
          const stream = redactor.pieces()
          return Buffer.concat([...pieces.flatMap((piece) => stream.push(piece)), ...stream.end()]).toString()
        }
        const bytes = Buffer.from(whole)
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        )
        expect(redact(pieces)).toBe(redact([bytes]))
      }),
      runs,
    )
  })
})
