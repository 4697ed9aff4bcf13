import type { TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import type { RunScope } from './summary.ts'

/**
 * How much of the project's tests a run stands for. `full` only where every test file that the config finds was in it and
 * reached its end, whatever cut the others off.
 */
export async function scopeOf(
  vitest: Vitest,
  run: {
    specifications: readonly TestSpecification[]
    modules: readonly TestModule[]
    reason: TestRunEndReason
    isRerun: boolean
  },
): Promise<RunScope> {
  const { config } = vitest
  if (config.shard && !config.mergeReports) return 'sharded'
  if (run.reason === 'interrupted') return 'cut_short'
  if (run.isRerun || isFiltered(vitest) || run.specifications.some(isPart)) return 'filtered'
  if (run.modules.some((module) => ['queued', 'pending'].includes(module.state()))) return 'cut_short'
  if (config.bail && run.reason === 'failed') return 'cut_short'
  const inRun = new Set(run.modules.map(({ moduleId }) => moduleId))
  const all = await vitest.globTestSpecifications()
  return all.every(({ moduleId }) => inRun.has(moduleId)) ? 'full' : 'filtered'
}

function isFiltered({ config }: Vitest): boolean {
  const { testNamePattern, changed, related, project, tagsFilter } = config
  return [testNamePattern, changed, related?.length, project?.length, tagsFilter?.length].some(Boolean)
}

/** Chosen by line, by id or by an editor. */
function isPart(specification: TestSpecification): boolean {
  const { testLines, testIds, testNamePattern, testTagsFilter } = specification as Partial<TestSpecification>
  return [testLines?.length, testIds?.length, testNamePattern, testTagsFilter?.length].some(Boolean)
}
