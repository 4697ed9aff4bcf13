import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { modes } from '../../src/config/mode.ts'
import { dialectIds } from '../../src/providers/endpoints.ts'
import { providerTable } from '../../src/providers/table.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
]

test('docs/providers.md has every provider of the table, with its hosts and credentials', () => {
  const page = read('docs/providers.md')
  for (const { name, hosts, basePaths = [], credentials = [] } of providerTable)
    for (const word of [name, ...hosts, ...basePaths, ...credentials]) expect(page).toContain(`\`${word}\``)
})

test('docs/providers.md has every dialect', () => {
  const page = read('docs/providers.md')
  for (const id of dialectIds) expect(page).toContain(`| \`${id}\` `)
})

test('docs/troubleshooting.md has every error and its code', () => {
  const page = read('docs/troubleshooting.md')
  for (const file of readdirSync(join(root, 'src/errors'))) {
    const source = read(`src/errors/${file}`)
    const name = /class (\w+) extends RetakeError/.exec(source)?.[1]
    if (!name) continue
    expect(page).toContain(name)
    expect(page).toContain(`\`${/code = '(\w+)'/.exec(source)?.[1]}\``)
  }
})

test('docs/configuration.md and README.md have every option', () => {
  const source = read('src/config/config.ts')
  const options = [...source.matchAll(/^ {2,4}(\w+)\?:/gm)].map((match) => match[1] as string)
  expect(options).toContain('recordErrors')
  for (const option of options) {
    expect(read('docs/configuration.md')).toMatch(new RegExp(`\`(redact\\.)?${option}[\`.]`))
    expect(read('README.md')).toContain(`\`${option}\``)
  }
})

test('docs/modes.md and README.md have every mode and no other', () => {
  for (const file of ['docs/modes.md', 'README.md']) {
    const rows = [
      ...read(file).matchAll(
        /^\| `(\w+)`(?:, the default)? *\|.*(?:never written|when the test passes[.|]?|only)/gm,
      ),
    ]
    expect(rows.map((row) => row[1])).toEqual([...modes])
  }
})

test.each(pages)('the links in %s lead somewhere', (file) => {
  for (const [, target] of read(file).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
    if (/^https?:/.test(target as string)) continue
    expect(existsSync(join(root, dirname(file), target as string)), target).toBe(true)
  }
})
