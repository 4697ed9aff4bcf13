/**
 * The Vite plugin that sets Retake up in one line: `plugins: [retake()]`. It adds the setup file and the reporter.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import { retakePlugin } from './runners/vitest-plugin.ts'

/** Options of the plugin; what a test run does is settled in `retake.config.ts`. */
export interface RetakePluginOptions {
  /** Where the reporter writes its summary as JSON; relative to the working directory. `RETAKE_SUMMARY` goes before it. */
  summary?: string
}

/**
 * Adds the setup file and the reporter to Vitest, whatever reporters there are: those of the config, of `--reporter`, or
 * the default ones. In a workspace it covers projects written into this config; a project with a config file of its own
 * says `retake()` there. What is there already is not added twice. Outside Vitest it does nothing.
 */
export default function retake(options: RetakePluginOptions = {}): Plugin {
  // Beside this file, in the sources as in the package.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return retakePlugin(fileURLToPath(new URL(`./vitest.${extension}`, import.meta.url)), options)
}
