import { describe, expect, test } from 'vitest'
import { providerTable } from '../../../src/providers/table.ts'
import { priceOf } from '../../../src/report/reporter/price.ts'
import { saving } from './sample.ts'

const million = { input_tokens: 1_000_000, output_tokens: 0, cached_input_tokens: 0, reasoning_tokens: 0 }

test('the price of a model is its list price, under every name that a provider has here', async () => {
  const known = [
    ['openai', 'gpt-5-mini'],
    ['anthropic', 'claude-sonnet-4-5'],
    ['xai', 'grok-3'],
    ['bedrock', 'amazon.nova-lite-v1:0'],
    ['google', 'gemini-2.5-flash'],
    ['openrouter', 'openai/gpt-5-mini'],
    ['azure', 'gpt-4o'],
  ] as const
  for (const [provider, model] of known) {
    const price = await priceOf([saving({ provider, model, calls: 100, usage: million })])
    expect(price.unpriced, provider).toEqual([])
    expect(price.dollars, provider).toBeGreaterThan(0)
  }
})

test('an unknown model or provider is named once, and the rest is priced', async () => {
  const entries = [
    saving({ usage: million }),
    saving({ model: 'my-own-model', usage: million }),
    saving({ model: 'my-own-model', usage: million }),
    saving({ provider: 'my-gateway', usage: million }),
    saving({ model: null, usage: million }),
    // Somebody's gateway, which may charge anything.
    saving({ provider: 'openai-compatible', usage: million }),
  ]
  const { dollars, unpriced } = await priceOf(entries)
  expect(dollars).toBeCloseTo((await priceOf(entries.slice(0, 1))).dollars)
  expect(unpriced).toEqual([
    { provider: 'openai', model: 'my-own-model' },
    { provider: 'my-gateway', model: 'gpt-5-mini' },
    { provider: 'openai', model: null },
    { provider: 'openai-compatible', model: 'gpt-5-mini' },
  ])
})

test('cached tokens cost less, and more of them than input is no reason to fail', async () => {
  const price = async (cached_input_tokens: number) =>
    (await priceOf([saving({ usage: { ...million, cached_input_tokens } })])).dollars
  expect(await price(500_000)).toBeLessThan(await price(0))
  expect(await price(2_000_000)).toBe(await price(1_000_000))
})

test('a price that rises with the length of a prompt is that of the calls, not of their sum', async () => {
  const call = (tokens: number, calls: number) =>
    priceOf([
      saving({
        provider: 'google',
        model: 'gemini-2.5-pro',
        calls,
        usage: { ...million, input_tokens: tokens * calls },
      }),
    ])
  expect((await call(100_000, 30)).dollars).toBeCloseTo((await call(100_000, 1)).dollars * 30)
})

test('what a server on this machine answered cost nothing, whatever its model is called, and calls without usage add nothing', async () => {
  const local = ['ollama', 'vllm', 'openai-compatible', 'anthropic-compatible', 'my-gateway'].map(
    (provider) => saving({ provider, model: 'gpt-5-mini', local: true, usage: million }),
  )
  const silent = saving({ model: 'my-own-model', without_usage: 1 })
  expect(await priceOf([...local, silent])).toEqual({ dollars: 0, unpriced: [] })
})

describe('no provider of the table makes it fail', () => {
  test.each(providerTable.map(({ name }) => name))('%s', async (provider) => {
    const { dollars } = await priceOf([saving({ provider, model: 'no-such-model', usage: million })])
    expect(dollars).toBe(0)
  })
})
