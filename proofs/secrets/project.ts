import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/pack.ts'
import { type CommandResult, UserProject } from '../../test/support/user-project.ts'
import type { SecretExchange } from '../clients/secret-exchange.ts'
import { endlessExchange, secretExchanges } from './places.ts'

/** A set of exchanges in a file outside the project. */
export interface SecretSet {
  file: string
  exchanges: SecretExchange[]
  endless: SecretExchange
}

/** Makes a set with fresh secrets and writes it to `folder`. */
export function makeSecretSet(
  folder: string,
  marker: string,
  key: string,
  holds: (exchange: SecretExchange) => boolean,
): SecretSet {
  const exchanges = secretExchanges(marker, key).filter(holds)
  const endless = endlessExchange(marker, key)
  const file = path.join(folder, `${marker}.json`)
  writeFileSync(file, JSON.stringify([...exchanges, endless]))
  return { file, exchanges, endless }
}

/** A project whose tests make the exchanges of the set that `SECRETS` names, against the server at `SERVER`. */
export async function createSecretsProject(port: number): Promise<UserProject> {
  const source = (file: string) => readFileSync(path.join(root, 'proofs', file), 'utf8')
  const each =
    "for (const one of exchanges.filter(({ name }) => name !== 'endless')) test(one.name, () => play(one))"
  const imports = "import { test } from 'vitest'\nimport { exchanges, play } from './secret-client.ts'\n"
  return UserProject.create({
    'src/secret-client.ts': source('clients/secret-client.ts'),
    'src/secret-exchange.ts': source('clients/secret-exchange.ts'),
    'src/places.test.ts': `${imports}${each}\n`,
    'src/never-recorded.test.ts': `${imports}${each}\n`,
    'src/endless.test.ts': `${imports}test('endless', () => play(exchanges.at(-1)))\n`,
    'retake.config.ts': `import { defineConfig, defineProvider } from 'retake'
export default defineConfig({
  recordErrors: true,
  responseHeaders: ['set-cookie', 'x-session-token'],
  providers: [defineProvider({ name: 'own', hosts: ['localhost:${port}'], credentials: ['OWN_API_KEY'] })],
  ...(process.env.USER_RULES && { redact: { patterns: [/corp-[0-9a-f]{12}/] } }),
})
`,
    // The first call of a loaded machine can take a while: it loads the engine and the scanner.
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { setupFiles: ['retake/vitest'], testTimeout: 60_000 } })
`,
    'home/.keep': '',
    'tmp/.keep': '',
  })
}

/** Runs a command of the project; everything that it writes to its home or temporary folder lies in the project too. */
export function runWithSecrets(
  project: UserProject,
  command: string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  const places = { HOME: project.path('home'), TMPDIR: project.path('tmp') }
  return project.run(command, { env: { ...places, ...env }, timeout: 300_000 })
}
