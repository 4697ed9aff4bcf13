import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SecretFoundError } from '../../src/errors/secret-found-error.ts'
import { createRedactor } from '../../src/redact/create.ts'
import { REMOVED } from '../../src/redact/redactor.ts'
import { scanForSecrets } from '../../src/redact/scan-secrets.ts'
import { keyBlock, randomLike, tokens } from './samples.ts'

const none = { allow: [] }

describe('the second scan', () => {
  const known = [
    'openai legacy',
    'openai project',
    'anthropic',
    'openrouter',
    'groq',
    'xai',
    'google',
    'google oauth',
  ].concat([
    'hugging face',
    'aws key id',
    'github classic',
    'gitlab',
    'slack bot',
    'stripe',
    'sendgrid',
    'npm',
    'json web token',
  ])
  test.each(known)('finds what the redactor would have missed: %s', async (name) => {
    const line = JSON.stringify({ type: 'event', text: `a\n${tokens[name]} b` })
    const [found, ...others] = await scanForSecrets(`{"type":"header"}\n${line}\n`, none)
    expect(found).toMatchObject({ line: 2 })
    expect(found?.fingerprint).toMatch(/^[0-9a-f]{16}$/)
    expect(found?.excerpt).not.toContain((tokens[name] as string).slice(0, 12))
    expect(others).toEqual([])
  })

  test('finds private keys and bearer tokens', async () => {
    const rules = async (text: string) => (await scanForSecrets(text, none)).map(({ rule }) => rule)
    expect(await rules(JSON.stringify(keyBlock))).toEqual(['private-key'])
    expect(await rules(`"Authorization: Bearer ${randomLike(30)}"`)).toEqual(['bearer'])
  })

  test('says line and column from 1', async () => {
    const found = await scanForSecrets(`one\ntwo "${tokens.groq}"`, none)
    expect(found).toMatchObject([{ rule: 'groq', line: 2, column: 6 }])
  })

  test('cannot be switched off by what was recorded', async () => {
    const comment = ['secretlint', 'disable'].join('-')
    const text = `/* ${comment} */\n${tokens['slack bot']}\n${tokens.groq}`
    expect(await scanForSecrets(text, none)).toHaveLength(2)
  })

  test('leaves out what is allowed, and only that', async () => {
    const text = `"${tokens.groq}" "${tokens.xai}"`
    const [groq, xai] = await scanForSecrets(text, none)
    expect(await scanForSecrets(text, { allow: [groq?.fingerprint as string] })).toEqual([xai])
    expect(await scanForSecrets(text, none)).toEqual([groq, xai])
  })

  test('finds nothing in what the redactor left', async () => {
    const text = [...Object.values(tokens), keyBlock, `https://u:p@h.test/ Bearer ${randomLike(30)}`].join(
      '\n',
    )
    expect(await scanForSecrets(createRedactor({ credentials: [] }).text(text), none)).toEqual([])
    expect(
      await scanForSecrets(`https://${REMOVED}@h.test Bearer ${REMOVED} postgres://${REMOVED}@db/x`, none),
    ).toEqual([])
  })

  test('takes well under a second for a megabyte', async () => {
    await scanForSecrets('load', none)
    const text = '{"type":"event","text":"The quick brown fox"}\n'.repeat(22_000)
    const start = performance.now()
    await scanForSecrets(text, none)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})

test('the error says where, what, that the take is kept, and what would allow it', async () => {
  const findings = await scanForSecrets(`x\n"${tokens.groq}"`, none)
  const error = new SecretFoundError(
    findings.map((finding) => ({ ...finding, call_index: 3 })),
    '.retake/takes/a.jsonl',
  )
  expect(error.code).toBe('RETAKE_SECRET_FOUND')
  expect(error.message).toContain('.retake/takes/a.jsonl')
  expect(error.message).toContain('call 3, line 2, column 2: groq')
  expect(error.message).toContain(`allowSecrets: ['${findings[0]?.fingerprint}']`)
  expect(error.message).not.toContain(tokens.groq)
})

const corpus = process.env.RETAKE_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus')
const hasCorpus = existsSync(corpus)

/** The one value in the corpus that stands in a field named like a secret: a test's provider option. */
const named = /(secret\\*":\\*")provider-data/g

test.skipIf(!hasCorpus)(
  `what only looks like a secret in the corpus is unchanged${hasCorpus ? '' : ' (skipped: ../shared/corpus is not there)'}`,
  async () => {
    const redactor = createRedactor({ credentials: [] })
    const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.json'),
    )
    expect(files.length).toBeGreaterThan(100)
    const cleaned: string[] = []
    for (const file of files) {
      const { request, response } = JSON.parse(readFileSync(join(corpus, file), 'utf8'))
      for (const side of [request, response]) {
        const body = side.body_text ?? side.body ?? ''
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        const clean = redactor.text(text)
        expect(clean, file).toBe(text.replace(named, `$1${REMOVED}`))
        const stream = redactor.pieces()
        const pieces = [...stream.push(Buffer.from(text)), ...stream.end()]
        expect(Buffer.concat(pieces).toString(), file).toBe(clean)
        cleaned.push(JSON.stringify(clean))
      }
    }
    expect(await scanForSecrets(cleaned.join('\n'), none)).toEqual([])
  },
  30_000,
)
