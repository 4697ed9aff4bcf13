import type { Plugin } from 'rolldown'
import { defineConfig, type UserConfig } from 'tsdown'
import { thirdPartyNotices } from './scripts/third-party-notices.ts'

const shared: UserConfig = {
  platform: 'node',
  target: 'node20.19',
  outDir: 'dist',
  dts: true,
  sourcemap: false,
  // Parsing costs every test file as much as reading: comments and white space go, names stay for stack traces.
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  logLevel: 'warn',
  checks: { legacyCjs: false, pluginTimings: false },
  // Stable file names, so that what is published can be compared from release to release.
  hash: false,
  fixedExtension: false,
  // The version in package.json is the only one; nothing here is written back to it.
  exports: false,
  deps: {
    // `dependencies` and `peerDependencies` stay external by themselves. Everything else that src imports, these
    // and what they bring along, goes into the build; scripts/third-party-notices.ts says which.
    alwaysBundle: [
      'diff',
      'fast-json-stable-stringify',
      'fzstd',
      'eventsource-parser',
      /^eventsource-parser\//,
      /^@smithy\//,
    ],
    neverBundle: ['msw', 'vitest', /^vitest\//],
    onlyBundle: false,
  },
}

/** Leaves an import of a source file for run time, under the name of what is built of it. */
function loadsBuilt(names: Record<string, string>): Plugin {
  return {
    name: 'loads-built',
    resolveId: (source) => (names[source] ? { id: names[source], external: true } : null),
  }
}

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      'vitest-plugin': 'src/vitest-plugin.ts',
      'vitest-reporter': 'src/vitest-reporter.ts',
      msw: 'src/msw.ts',
      cli: 'src/cli.ts',
      engine: 'src/session/engine.ts',
    },
    format: 'esm',
    clean: true,
    plugins: [thirdPartyNotices()],
  },
  {
    // What Vitest takes in as the setup file of every test file: no more than the import of the next.
    ...shared,
    entry: ['src/vitest.ts'],
    format: 'esm',
    clean: false,
    plugins: [loadsBuilt({ './runners/vitest.ts': './vitest-setup.mjs' })],
  },
  {
    // What every test file of a suite loads: one file, since Node pays half a millisecond for each, and no more in it than
    // such a file needs, since parsing costs 0.1 ms for each kB. It loads the other two, which have copies of what they share.
    // By its extension Node knows what it is, and need not look for a package.json.
    ...shared,
    entry: { 'vitest-setup': 'src/runners/vitest.ts' },
    format: 'esm',
    clean: false,
    dts: false,
    plugins: [loadsBuilt({ './engine.ts': './engine.js' })],
    outExtensions: () => ({ js: '.mjs' }),
    // What it shares with its chunks stays in it.
    inputOptions: { preserveEntrySignatures: 'allow-extension' },
    // The first build has files of the same names.
    outputOptions: { chunkFileNames: 'setup-[name].js' },
  },
  {
    // See src/session/load-at-need.ts.
    ...shared,
    entry: ['src/session/at-need.ts'],
    format: 'cjs',
    clean: false,
    dts: false,
  },
  {
    // For a browser, so it shares no chunk with what imports Node's modules.
    ...shared,
    entry: ['src/vitest-browser.ts'],
    format: 'esm',
    platform: 'browser',
    clean: false,
    dts: false,
  },
  {
    // A retake.config.js of a CommonJS project imports `defineConfig` from here.
    ...shared,
    entry: ['src/index.ts'],
    format: 'cjs',
    clean: false,
  },
])
