import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', '**/*.e2e.test.ts', '**/node_modules/**'],
    setupFiles: ['test/support/steady-in-ci.ts', 'test/support/provide-at-need.ts'],
    passWithNoTests: false,
  },
})
