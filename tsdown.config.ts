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

export default defineConfig([
  {
    ...shared,
    entry: [
      'src/index.ts',
      'src/vitest.ts',
      'src/vitest-plugin.ts',
      'src/vitest-reporter.ts',
      'src/msw.ts',
      'src/cli.ts',
    ],
    format: 'esm',
    clean: true,
    plugins: [thirdPartyNotices()],
    // What the setup file loads for every test file stands in one chunk beside it, without `vitest`, since other entries
    // share parts of it: Node pays half a millisecond for each file.
    outputOptions: {
      codeSplitting: {
        groups: [
          {
            name: 'setup',
            test: /[\\/]src[\\/](session[\\/]attempt|runners[\\/](declared-tests|name-pattern|run-context)|cassette[\\/]running)\.ts$/,
          },
        ],
      },
    },
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
