import { expect, test } from 'vitest'
import { credentialVariables, sharedCredentialVariables } from '../../src/providers/credential-variables.ts'
import { providerTable } from '../../src/providers/table.ts'

test('the names that every test file loads are those of the provider table', () => {
  const named = (field: 'credentials' | 'sharedCredentials') => [
    ...new Set(providerTable.flatMap((row) => row[field] ?? [])),
  ]
  expect([...credentialVariables].sort()).toEqual(named('credentials').sort())
  expect([...sharedCredentialVariables].sort()).toEqual(named('sharedCredentials').sort())
})
