/** `npm run package:check`: builds and packs once, then checks what would be published. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pack, run, unpack } from './pack.ts'
import { NOTICES_FILE } from './third-party-notices.ts'

const temporary = mkdtempSync(path.join(tmpdir(), 'retake-package-'))
let failed = false
try {
  const tarball = pack(path.join(temporary, 'pack'))
  const unpacked = path.join(temporary, 'unpacked')
  unpack(tarball, unpacked)
  const manifest = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8'))
  const wanted = [
    'LICENSE',
    'README.md',
    'docs/format.md',
    `dist/${NOTICES_FILE}`,
    ...Object.values<string>(manifest.bin),
    ...paths(manifest.exports),
  ]

  check('every file that package.json names is in the tarball', () => {
    const missing = wanted.filter((file) => !existsSync(path.join(unpacked, file)))
    if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`)
  })
  check('publint', () => run('npx', ['publint', 'run', tarball, '--strict']))
  // `./vitest` is ESM on purpose (Vitest loads nothing else), hence the ignored rule; `.` has both forms.
  check('are the types wrong?', () =>
    run('npx', [
      'attw',
      tarball,
      '--profile',
      'node16',
      '--no-definitely-typed',
      '--ignore-rules',
      'cjs-resolves-to-esm',
    ]),
  )
  check('size', () => run('npx', ['size-limit']))
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0

function check(name: string, body: () => void): void {
  try {
    body()
    console.log(`ok    ${name}`)
  } catch (error) {
    failed = true
    console.log(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function paths(exports: unknown): string[] {
  if (typeof exports === 'string') return [exports]
  return Object.values(exports as Record<string, unknown>).flatMap(paths)
}
