import { describe, expect, test } from 'vitest'
import { ProviderError } from '../../src/errors/provider-error.ts'
import { defineProvider } from '../../src/providers/define.ts'
import type { Provider } from '../../src/providers/provider.ts'
import { providerTable } from '../../src/providers/table.ts'

describe('defineProvider', () => {
  test('returns the definition, frozen, names that have no case in lower case', () => {
    const made = defineProvider({
      name: 'own',
      hosts: ['LLM.example.com', 'localhost:4010'],
      responseHeaders: ['X-Trace'],
    })
    expect(made).toEqual({
      name: 'own',
      hosts: ['llm.example.com', 'localhost:4010'],
      responseHeaders: ['x-trace'],
    })
    expect(Object.isFrozen(made)).toBe(true)
  })

  test('takes every row of the table', () => {
    for (const row of providerTable) expect(defineProvider(row)).toEqual(row)
  })

  test.each([
    ['definition', null],
    ['name', { hosts: ['a.example'] }],
    ['name', { name: 'My Gateway', hosts: ['a.example'] }],
    ['hosts', { name: 'a' }],
    ['hosts', { name: 'a', hosts: [] }],
    ['hosts[0]', { name: 'a', hosts: ['https://a.example'] }],
    ['hosts[1]', { name: 'a', hosts: ['a.example', 'a.example/v1'] }],
    ['hosts[0]', { name: 'a', hosts: ['a.example:8443'] }],
    ['hosts[0]', { name: 'a', hosts: ['*'] }],
    ['hosts[0]', { name: 'a', hosts: ['*.*.example'] }],
    ['basePaths[0]', { name: 'a', hosts: ['a.example'], basePaths: ['v1'] }],
    ['credentials[0]', { name: 'a', hosts: ['a.example'], credentials: ['sk-live-123'] }],
    ['credentials', { name: 'a', hosts: ['a.example'], credentials: 'KEY' }],
    ['telemetry[0]', { name: 'a', hosts: ['a.example'], telemetry: [''] }],
    ['responseHeaders[0]', { name: 'a', hosts: ['a.example'], responseHeaders: ['a b'] }],
    ['dialect', { name: 'a', hosts: ['a.example'], dialect: 'openai' }],
    ['host', { name: 'a', hosts: ['a.example'], host: 'a' }],
  ])('names the field at fault: %s of %j', (field, definition) => {
    const make = () => defineProvider(definition as unknown as Provider)
    expect(make).toThrow(ProviderError)
    expect(make).toThrow(expect.objectContaining({ field, code: 'RETAKE_PROVIDER' }))
    expect(make).toThrow(`defineProvider: ${field} `)
  })

  test('does not repeat a key that was given instead of a name', () => {
    const make = () =>
      defineProvider({ name: 'a', hosts: ['a.example'], credentials: ['sk-live-1234567890'] })
    expect(make).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('sk-live'), value: undefined }),
    )
  })
})
