import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pack, root, unpack } from '../../scripts/pack.ts'

const cache = join(root, 'node_modules', '.cache', 'retake-packed')

/** How long another process may build, in milliseconds, before its lock is taken for one that a crash left. */
const staleAfter = 120_000

/**
 * The folder of the package as it would be published, packed and unpacked. Made anew only when a source file changed, so
 * that a run of many proofs packs once; processes that need it at the same time wait for the first.
 */
export async function packedRetake(): Promise<string> {
  const folder = join(cache, hashSources())
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const lock = join(cache, 'lock')
  while (!takeLock(lock)) await sleep(200)
  try {
    if (!existsSync(folder)) build(folder)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
  return folder
}

function build(folder: string): void {
  const work = join(cache, `work-${process.pid}`)
  rmSync(work, { recursive: true, force: true })
  unpack(pack(join(work, 'tarball')), join(work, 'package'))
  for (const old of readdirSync(cache)) {
    // The newest few stay: other processes may still run on them.
    if (/^[0-9a-f]{16}$/.test(old) && Date.now() - statSync(join(cache, old)).mtimeMs > 3_600_000)
      rmSync(join(cache, old), { recursive: true, force: true })
  }
  renameSync(join(work, 'package'), folder)
  rmSync(work, { recursive: true, force: true })
}

function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    try {
      if (Date.now() - statSync(lock).mtimeMs > staleAfter) rmSync(lock, { recursive: true, force: true })
    } catch {
      // It was just released.
    }
    return false
  }
}

function hashSources(): string {
  const hash = createHash('sha256')
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).sort()
  for (const file of [
    ...files.map((name) => join('src', name)),
    'package.json',
    'tsdown.config.ts',
    'scripts/third-party-notices.ts',
  ]) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(`${file}\n`).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}
