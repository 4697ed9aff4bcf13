/**
 * The reporter: `reporters: ['default', 'retake/vitest/reporter']`, or `['retake/vitest/reporter', { summary: 'retake.json' }]`
 * with options. The plugin (`retake/vitest/plugin`) adds it by itself.
 */
export { type ReporterOptions, RetakeReporter as default } from './report/reporter/reporter.ts'
export type { Summary } from './report/reporter/summary.ts'
