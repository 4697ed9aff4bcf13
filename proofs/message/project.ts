import type { Edit } from './edits.ts'

/** Where the test of an edit stands. */
export interface Place {
  id: string
  edit: Edit
  file: string
  suites: string[]
  name: string
}

/** Test names that a shell, a regular expression or a console could take amiss. Each keeps the id that finds it again. */
const names: ((id: string) => string)[] = [
  (id) => `plain ${id}`,
  (id) => `it's "quoted" ${id}`,
  (id) => `costs $5, $HOME and $(touch owned) ${id}`,
  (id) => `\`touch owned\` ${id}`,
  (id) => `(a+b) [c] {d} ^e$ f|g *.? ${id}`,
  (id) => `back\\slash \\d \\\\ ${id} \\`,
  (id) => `Ärger mit 日本語 ${id}`,
  (id) => `🧪👩‍🔬 emoji ${id} 🇵🇹`,
  (id) => ` spaces  around ${id} `,
  (id) => `line\nbreak ${id}`,
  (id) => `tab\there ${id}`,
  (id) => `100% %PATH% !bang! #hash ~ & && ; > < ${id}`,
  (id) => `${id} > nested > looking`,
  (id) => `--flag=${id}`,
  (id) => `/slash/${id}/i`,
  (id) => `e\u0301 and \u200bzero width ${id}`,
  (id) => `${id} ${'long '.repeat(50)}`,
  (id) => `{"json": ["${id}"]}`,
]

const files = [
  'src/plain.test.ts',
  'src/my routes/[id].test.ts',
  'src/routes/$id.(app).test.ts',
  'src/it\'s & "co".test.ts',
  'src/ünï/日本.test.ts',
]

const suites = [[], ['outer'], ['outer', 'inner "deep" $x']]

/** Spreads the edits over awkward names, files and suites. */
export function placesOf(edits: readonly Edit[]): Place[] {
  return edits.map((edit, at) => {
    const id = `E${String(at).padStart(2, '0')}`
    const nameFor = names[at % names.length] as (id: string) => string
    return {
      id,
      edit,
      file: files[at % files.length] as string,
      suites: suites[at % suites.length] as string[],
      name: nameFor(id),
    }
  })
}

/** The test files: each test has neighbours whose names begin or end with its own, which its command must leave alone. */
export function projectFiles(places: readonly Place[]): Record<string, string> {
  const written: Record<string, string> = { 'src/play.ts': play }
  for (const file of new Set(places.map((place) => place.file))) {
    const depth = '../'.repeat(file.split('/').length - 2) || './'
    const tests = places.filter((place) => place.file === file).map(testsOf)
    written[file] =
      `import { describe, expect, test } from 'vitest'\nimport { configure } from 'retake'\nimport { play } from '${depth}play'\n\n${tests.join('\n')}\n`
  }
  return written
}

function testsOf({ id, edit, suites, name }: Place): string {
  const settings = edit.configure ? `configure({ ${edit.configure} }); ` : ''
  if (edit.declared === 'each') {
    const rows = `[['${id}', '${id}'], ['${id} more', 'neighbour']]`
    return `test.each(${rows})('row %s', (_, calls) => play(calls))`
  }
  const lines = [
    `test(${JSON.stringify(`before ${name}`)}, () => play('neighbour'))`,
    `test(${JSON.stringify(name)}, async () => { ${settings}await play('${id}') })`,
    ...(edit.declared === 'twice' ? [`test(${JSON.stringify(name)}, () => play('${id}'))`] : []),
    `test(${JSON.stringify(`${name} after`)}, () => play('neighbour'))`,
  ]
  return suites.reduceRight(
    (inner, suite) => `describe(${JSON.stringify(suite)}, () => {\n${inner}\n})`,
    lines.join('\n'),
  )
}

const play = `import { existsSync, readFileSync } from 'node:fs'

/** Makes the calls of a test one after the other, as code that lets every error through. */
export async function play(id) {
  const file = process.env.CALLS + '/' + id + '.json'
  for (const { path, headers, body } of existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []) {
    const answer = await fetch(process.env.PROVIDER_URL + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY, ...headers },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(answer.status + ' ' + (JSON.parse(text).error.message ?? text))
  }
}
`
