/**
 * A user's code and tests on the OpenAI SDK, for end-to-end tests: `src/ask.ts` asks the provider at `PROVIDER_URL`.
 * Invented here; the tests change it as a user would.
 */
export const askFiles: Record<string, string> = {
  'src/ask.ts': `import OpenAI from 'openai'

export const SYSTEM = 'Answer in one sentence.'

export function client(options = {}) {
  return new OpenAI({ baseURL: process.env.PROVIDER_URL + '/v1', ...options })
}

export async function ask(question: string, extra = {}) {
  const answer = await client().chat.completions.create({
    model: 'gpt-5-mini',
    messages: [{ role: 'system', content: SYSTEM }, { role: 'user', content: question }],
    ...extra,
  })
  return answer.choices[0]?.message.content
}
`,
}

/** A test file around `ask`; `body` is what stands after the imports. */
export function testFile(body: string): string {
  return `import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configure } from 'retake'
import { ask, client, SYSTEM } from './ask'

${body}
`
}
