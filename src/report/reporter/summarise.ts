import { isAbsolute, join, relative } from 'node:path'
import { transcriptPath } from '../../cassette/path.ts'
import type { Tally } from '../../session/tally.ts'
import { addSavings, type Finding, type Price, type RunScope, type Summary } from './summary.ts'

/** The tally of one test, or of a file's own session, and whose it is. */
export interface TalliedTask {
  kind: 'test' | 'file'
  /** Absolute path of the test file. */
  testFile: string
  /** Name of the workspace project, `''` where there is none. */
  project: string
  /** Full name of the test, suites first, as the runner matches it; `null` for a file's own session. */
  fullName: string | null
  /** What the test came to; `mismatch`: it failed, and of nothing but its recording. */
  outcome: 'passed' | 'mismatch' | 'failed' | 'skipped'
  tally: Tally
}

/** What is known of a run beside the tallies. */
export interface RunFacts {
  scope: RunScope
  now: Date
  /** Absolute; paths in the summary are relative to it. */
  folder: string
  price: Price
  /** Absolute paths; `null` where the run cannot know. */
  orphans: readonly string[] | null
  /** Absolute paths of takes found on the disk. */
  takes: readonly string[]
  /** By root: the age from which recordings are stale. */
  ageLimits: ReadonlyMap<string, { days: number; isError: boolean }>
  /**
   * The command lines that the summary names; `testFiles` relative to `folder`, none for all; `names` full names of tests
   * that it is anchored to, none for all tests of these files.
   */
  commands: {
    tool: (command: string) => string
    run: (mode: 'record' | 'missing', testFiles: readonly string[], names?: readonly string[]) => string
  }
}

const dayMs = 86_400_000

/** More files than this in one command line are more than anybody reads: the command is then the one for all tests. */
const mostFiles = 3

/** With more tests than this, the command is the one for their files. */
const mostNames = 3

/** Sums up a run. Pure. */
export function summarise(tasks: readonly TalliedTask[], run: RunFacts): Summary {
  const { commands } = run
  const shown = (path: string) => relative(run.folder, path).replaceAll('\\', '/')
  const sum = (count: (tally: Tally) => number) => tasks.reduce((total, { tally }) => total + count(tally), 0)
  const find = ({ testFile, tally }: TalliedTask): Finding => ({
    test_file: shown(testFile),
    cassette: shown(join(tally.root, tally.cassette)),
  })
  const recordCommand = (found: readonly TalliedTask[]) => {
    const files = unique(found.map(({ testFile }) => shown(testFile)))
    if (files.length > mostFiles) return commands.run('record', [])
    // What hooks and module scope ask is recorded by running their whole file.
    const names = unique(found.flatMap(({ fullName }) => fullName ?? []))
    const isAnchored = found.every(({ fullName }) => fullName !== null) && names.length <= mostNames
    return commands.run('record', files, isAnchored ? names : [])
  }

  const savings = addSavings(tasks.flatMap(({ tally }) => tally.savings))
  const spared = (count: (entry: (typeof savings)[number]) => number) =>
    savings.reduce((total, entry) => total + count(entry), 0)
  const takes = unique([...run.takes, ...tasks.flatMap(({ tally }) => tally.take ?? [])])
  const unused = tasks.filter((task) => hasUnusedCalls(task, run.scope))
  const stale = staleTasks(tasks, run)
  const shared = sharedRecordings(tasks)
  const missing = tasks.filter(({ tally }) => tally.no_recording)

  return {
    version: 1,
    scope: run.scope,
    tests: tasks.filter(
      ({ kind, tally }) => kind === 'test' && tally.calls + tally.recorded + tally.forwarded > 0,
    ).length,
    files_with_calls_in_hooks: tasks.filter(
      ({ kind, tally }) => kind === 'file' && tally.calls + tally.recorded + tally.forwarded > 0,
    ).length,
    calls: sum((tally) => tally.calls),
    hits: sum((tally) => tally.hits),
    misses: sum((tally) => tally.misses),
    strict_violations: sum((tally) => tally.strict_violations),
    recorded: sum((tally) => tally.recorded),
    forwarded: sum((tally) => tally.forwarded),
    saved: {
      input_tokens: spared(({ usage }) => usage.input_tokens),
      output_tokens: spared(({ usage }) => usage.output_tokens),
      cached_input_tokens: spared(({ usage }) => usage.cached_input_tokens),
      reasoning_tokens: spared(({ usage }) => usage.reasoning_tokens),
      dollars: run.price.dollars,
      unpriced: run.price.unpriced,
      calls_without_usage: spared(({ without_usage }) => without_usage),
      ms: spared(({ ms }) => ms),
    },
    held_back: tasks.find(({ tally }) => tally.held_back !== null)?.tally.held_back ?? null,
    mismatched: tasks.flatMap((task) => {
      const { root, read_at } = task.tally
      return hasParted(task) && read_at !== null
        ? [{ ...find(task), read_at: shown(join(root, read_at)) }]
        : []
    }),
    transcripts: unique(
      tasks
        .filter(({ outcome, tally }) => tally.recorded > 0 && tally.take === null && outcome === 'passed')
        .map(({ tally }) => shown(transcriptPath(join(tally.root, tally.cassette)))),
    ),
    takes: {
      paths: takes.map((path) => (isAbsolute(path) ? shown(path) : path)),
      command: commands.tool('accept'),
    },
    unused: {
      calls: unused.reduce((total, { tally }) => total + tally.unused, 0),
      recordings: unused.map(find),
      command: recordCommand(unused),
    },
    orphans: run.orphans && {
      cassettes: run.orphans.map(shown),
      command: commands.tool('prune --orphans'),
    },
    shared: {
      recordings: shared.map(({ task, projects }) => ({ ...find(task), projects })),
    },
    outside_state: tasks.flatMap((task) =>
      task.tally.outside_state.map((reference) => ({ ...find(task), test: task.fullName, ...reference })),
    ),
    stale: {
      recordings: stale.map(({ task, recorded_at, days }) => ({
        ...find(task),
        recorded_at,
        max_age_days: days,
      })),
      command: recordCommand(stale.map(({ task }) => task)),
    },
    stale_is_error: stale.some(({ isError }) => isError),
    no_recording: {
      tests: missing.filter(({ kind }) => kind === 'test').length,
      hooks: missing.filter(({ kind }) => kind === 'file').length,
      files: unique(missing.map(({ testFile }) => shown(testFile))),
      command: commands.run('missing', []),
    },
  }
}

/** Whether a test, or hooks, failed because of what the recording has; `hybrid` and `unused: 'warn'` only say so. */
function hasParted({ outcome, tally }: TalliedTask): boolean {
  return tally.strict_violations > 0 || (outcome === 'mismatch' && tally.unused > 0)
}

/** Whether the mode `failed` would record a test again. */
export function wantsRecording(task: TalliedTask): boolean {
  return hasParted(task) || task.tally.no_recording
}

/**
 * Recorded calls that were not made are news where the test went to its end. One that failed on the way, or whose request
 * changed, could not make the rest; hooks may not all have run unless every test did.
 */
function hasUnusedCalls({ kind, outcome, tally }: TalliedTask, scope: RunScope): boolean {
  if (tally.unused === 0 || tally.misses > 0) return false
  if (kind === 'file' && scope !== 'full') return false
  return outcome === 'passed' || outcome === 'mismatch'
}

/**
 * One recording for several projects is as it should be while all of them make the same calls. It is news where it was just
 * recorded, and where one of them misses.
 */
function sharedRecordings(tasks: readonly TalliedTask[]): { task: TalliedTask; projects: string[] }[] {
  const byCassette = new Map<string, TalliedTask[]>()
  for (const task of tasks) {
    const key = join(task.tally.root, task.tally.cassette)
    byCassette.set(key, [...(byCassette.get(key) ?? []), task])
  }
  return [...byCassette.values()].flatMap((sharers) => {
    const projects = unique(sharers.map(({ project }) => project))
    const isNews = sharers.some(({ tally }) => tally.recorded + tally.misses > 0)
    return projects.length > 1 && isNews ? [{ task: sharers[0] as TalliedTask, projects }] : []
  })
}

function staleTasks(tasks: readonly TalliedTask[], { ageLimits, now }: RunFacts) {
  return tasks.flatMap((task) => {
    const { root, recorded_at } = task.tally
    const limit = ageLimits.get(root)
    if (!limit || recorded_at === null) return []
    const age = now.getTime() - Date.parse(recorded_at)
    return age > limit.days * dayMs ? [{ task, recorded_at, ...limit }] : []
  })
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort()
}
