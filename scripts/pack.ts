/** Packs the package once, the way it would be published, and unpacks it where it is wanted. */
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import spawn from 'cross-spawn'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Runs a command from the repo root with its output shown; throws when it fails. */
export function run(command: string, args: string[]): void {
  const done = spawn.sync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.error) throw done.error
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${done.status ?? done.signal}`)
}

/** `npm pack` into a folder (which builds first, by `prepack`); returns the path of the tarball. */
export function pack(folder: string): string {
  mkdirSync(folder, { recursive: true })
  run('npm', ['pack', '--silent', '--pack-destination', folder])
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  if (tarballs.length !== 1 || tarballs[0] === undefined) {
    throw new Error(`npm pack left ${tarballs.length} tarballs in ${folder}`)
  }
  return path.join(folder, tarballs[0])
}

/** Unpacks a tarball made by npm: what is below its `package/` folder ends up in `folder`. */
export function unpack(tarball: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
}
