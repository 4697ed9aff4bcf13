import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserProject } from '../../test/support/user-project.ts'
import { packagesIn } from './kits.ts'
import type { MatrixRow } from './rows.ts'

const here = path.dirname(fileURLToPath(import.meta.url))

/**
 * A project with one test file per row, in a folder of the row's own with the packages of the row.
 *
 * @param origins of the loopback provider of each row, by id
 * @param modulesOf the `node_modules` of a row; `null`: those of the repository
 */
export async function createMatrixProject(
  rows: readonly MatrixRow[],
  origins: ReadonlyMap<string, string>,
  modulesOf: ((row: MatrixRow) => string) | null,
): Promise<UserProject> {
  const files: Record<string, string> = {
    'retake.config.ts': configOf(rows, origins),
    'proof/clients/plain-copy.ts': read('../clients/plain-copy.ts'),
    'proof/sdk-matrix/inside/cells.ts': read('inside/cells.ts'),
    'proof/sdk-matrix/inside/attempts.ts': read('inside/attempts.ts'),
  }
  for (const row of rows) {
    for (const name of readdirSync(path.join(here, 'clients')))
      files[`sdks/${row.id}/${name}`] = read(`clients/${name}`)
    files[`sdks/${row.id}/${row.id}.test.ts`] = testFile(
      row,
      row.refusedAt ?? (origins.get(row.id) as string),
    )
  }
  const project = await UserProject.create(files)
  if (modulesOf)
    for (const row of rows) linkPackages(modulesOf(row), project.path(`sdks/${row.id}/node_modules`))
  return project
}

/** Names the loopback provider of every row, as a user names a gateway. */
function configOf(rows: readonly MatrixRow[], origins: ReadonlyMap<string, string>): string {
  const providers = rows.map(({ id, dialect, responseHeaders }) => ({
    name: id,
    hosts: [new URL(origins.get(id) as string).host.replace('127.0.0.1', 'localhost')],
    ...(dialect ? { dialect } : {}),
    ...(responseHeaders ? { responseHeaders } : {}),
  }))
  return `import { defineConfig, defineProvider } from 'retake'

export default defineConfig({
  recordErrors: true,
  providers: ${JSON.stringify(providers)}.map(defineProvider),
})
`
}

function testFile({ id, client }: MatrixRow, origin: string): string {
  return `import { declareCells } from '../../proof/sdk-matrix/inside/cells.ts'
import createClient from './${client}'

declareCells('${id}', () => createClient('${origin}'))
`
}

function linkPackages(from: string, to: string): void {
  for (const name of packagesIn(from)) {
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true })
    symlinkSync(path.join(from, name), path.join(to, name), 'junction')
  }
}

function read(file: string): string {
  return readFileSync(path.join(here, file), 'utf8')
}
