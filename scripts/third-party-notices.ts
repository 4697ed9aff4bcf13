/** A rolldown plugin: writes the licence notices of every package that the build bundles into dist. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'rolldown'

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt'

export function thirdPartyNotices(): Plugin {
  const folders = new Set<string>()
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue
        for (const id of output.moduleIds) {
          const folder = packageFolder(id)
          if (folder !== undefined) folders.add(folder)
        }
      }
      // The code and the declarations are generated one after the other; the later file holds both.
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: render([...folders]) })
    },
  }
}

/** The folder of the package that a module id lies in, when that is a package from node_modules. */
function packageFolder(id: string): string | undefined {
  const file = id.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/')
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
}

function render(folders: string[]): string {
  const notices = new Map<string, string>()
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const licence = typeof manifest.license === 'string' ? manifest.license : manifest.license?.type
    const texts = readdirSync(folder)
      .filter((file) => /^(licen[cs]e|notice|copying)(\.|-|$)/i.test(file))
      .sort()
      .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    if (!licence && texts.length === 0) {
      throw new Error(`${manifest.name} is bundled, but it names no licence and has no licence file`)
    }
    const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name
    notices.set(
      `${manifest.name} ${manifest.version}`,
      [
        `${manifest.name} ${manifest.version}`,
        `Licence: ${licence ?? 'see below'}`,
        ...(author ? [`Author: ${author}`] : []),
        ...texts.map((text) => `\n${text}`),
      ].join('\n'),
    )
  }
  const sorted = [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, notice]) => notice)
  const intro =
    sorted.length === 0
      ? 'This package bundles no third-party code.'
      : 'This package bundles code of the following packages. Their licences follow.'
  return `${[intro, ...sorted].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
