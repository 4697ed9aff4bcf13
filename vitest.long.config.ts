import { defineConfig, mergeConfig } from 'vitest/config'
import endToEnd from './vitest.e2e.config.ts'

/** Reporter, watch mode, DOM environments, workspaces, checkouts and filtered runs: for a change to a runner or to the session. */
export default mergeConfig(
  { ...endToEnd, test: { ...endToEnd.test, include: [], exclude: [] } },
  defineConfig({
    test: { include: ['test/e2e/long/**/*.test.ts'], exclude: ['**/node_modules/**'] },
  }),
)
