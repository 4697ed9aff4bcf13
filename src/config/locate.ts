import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Names of config files, first found wins within a folder. */
export const configNames = [
  'retake.config.ts',
  'retake.config.mts',
  'retake.config.js',
  'retake.config.mjs',
  'retake.config.json',
] as const

/** Where a test file's Retake lives. */
export interface Project {
  /** Absolute folder of the nearest `retake.config.*`, else of the nearest `package.json`; `.retake/` stands here. */
  root: string
  /** Absolute path of the config, `null` where there is none. */
  configPath: string | null
}

/**
 * Finds the project of a file or folder by walking up. Where neither a config nor a `package.json` is above it, its own
 * folder is the root. Never throws: folders that cannot be listed are passed over.
 */
export function locateProject(startFolder: string): Project {
  let packageFolder: string | null = null
  for (let folder = startFolder; ; folder = dirname(folder)) {
    const names = listNames(folder)
    const config = configNames.find((name) => names.has(name))
    if (config) return { root: folder, configPath: join(folder, config) }
    if (packageFolder === null && names.has('package.json')) packageFolder = folder
    if (dirname(folder) === folder) break
  }
  return { root: packageFolder ?? startFolder, configPath: null }
}

function listNames(folder: string): Set<string> {
  try {
    return new Set(readdirSync(folder))
  } catch {
    return new Set()
  }
}
