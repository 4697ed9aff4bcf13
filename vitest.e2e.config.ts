import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A regression that needs a whole project is named `.e2e.test.ts`.
    include: ['test/e2e/**/*.test.ts', 'test/**/*.e2e.test.ts'],
    // Those have a command of their own, `npm run test:long`: they take as long as all others together.
    exclude: ['**/node_modules/**', 'test/e2e/long/**'],
    // Each test spends most of its time waiting for a runner of its own to start.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
  },
})
