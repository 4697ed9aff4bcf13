import { createRequire } from 'node:module'

type AtNeed = typeof import('./at-need.ts')

let loaded: AtNeed | null = null

/**
 * What a test file needs at once as soon as it has to do with a model: {@link file://./at-need.ts}, loaded at first use.
 * Parsing it would cost every other test file 3 ms. Synchronous, because a socket has to know before it connects; so it is a
 * CommonJS file of its own in the build, which every pool of Vitest can require, also while ES modules are being loaded.
 */
export function atNeed(): AtNeed {
  loaded ??= createRequire(import.meta.url)('./at-need.cjs') as AtNeed
  return loaded
}

/** Puts the module in place where there is no built one: in unit tests, which run the sources. */
export function provideAtNeed(module: AtNeed): void {
  loaded = module
}
