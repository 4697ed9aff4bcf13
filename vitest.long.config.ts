import { defineConfig } from 'vitest/config'
import endToEnd from './vitest.e2e.config.ts'

/** Reporter, watch mode, mocks, swallowed mismatches, DOM environments, workspaces, checkouts, filtered runs: for a change to a runner or to the session. */
export default defineConfig({
  test: {
    ...endToEnd.test,
    include: ['test/e2e/long/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
  },
})
