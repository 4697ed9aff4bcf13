import type { Savings } from '../../session/tally.ts'

/**
 * How much of the project's tests a run stands for: `full` all of them (a merge of all shards too), `filtered` a choice
 * (by name, file, project, tag, change, or a rerun in watch mode), `sharded` one shard, `cut_short` less than was asked for.
 */
export type RunScope = 'full' | 'filtered' | 'sharded' | 'cut_short'

/** What replayed calls would have cost. */
export interface Price {
  /** US dollars, of those calls whose price is known. */
  dollars: number
  /** Models without a known price, each once. */
  unpriced: { provider: string; model: string | null }[]
}

/** A recording and what there is to say of it. Paths are relative to the folder of the run, with forward slashes. */
export interface Finding {
  test_file: string
  cassette: string
}

/** What a run of tests came to, as data. The text of the terminal is made from it, and it is the JSON summary. */
export interface Summary {
  version: 1
  scope: RunScope
  /** Tests that made calls. */
  tests: number
  /** Files whose hooks or module scope made calls. */
  files_with_calls_in_hooks: number
  calls: number
  hits: number
  misses: number
  strict_violations: number
  recorded: number
  forwarded: number
  /** What the hits spared. */
  saved: {
    input_tokens: number
    output_tokens: number
    /** Part of `input_tokens`. */
    cached_input_tokens: number
    /** Part of `output_tokens`. */
    reasoning_tokens: number
    /** US dollars at today's list prices; less than the whole where `unpriced` or `calls_without_usage` say so. */
    dollars: number
    unpriced: Price['unpriced']
    calls_without_usage: number
    /** Milliseconds that the recorded answers took to arrive. */
    ms: number
  }
  /** The recording mode that this rerun of watch mode did not apply, else `null`. */
  held_back: string | null
  /** Recordings that tests of this run parted from; `read_at`: where, `path:line` of the transcript or cassette. */
  mismatched: (Finding & { read_at: string })[]
  /** Transcripts of what was recorded in this run. */
  transcripts: string[]
  /** Takes that await a decision, of this run and of those before it. */
  takes: { paths: string[]; command: string }
  /** Recorded calls that tests never made. */
  unused: { calls: number; recordings: Finding[]; command: string }
  /** Recordings that no test has any more; `null` where this run cannot know. */
  orphans: { cassettes: string[]; command: string } | null
  /** Recordings that several projects of the workspace share, where one was recorded or missed a call. */
  shared: { recordings: (Finding & { projects: string[] })[] }
  /** Ids that were recorded in requests of this run, and that nothing in the same recording, or its file's hooks, has made. */
  outside_state: (Finding & { test: string | null; field: string; value: string })[]
  /** Recordings used in this run that are older than `maxAge`. */
  stale: { recordings: (Finding & { recorded_at: string; max_age_days: number })[]; command: string }
  /** Whether `stale` recordings fail the run. */
  stale_is_error: boolean
  /** Tests (and hooks of files) that made calls and have no recording. */
  no_recording: { tests: number; hooks: number; files: string[]; command: string }
}

/** Savings of many tests under one roof: one entry per provider and model, local servers apart. */
export function addSavings(all: readonly Savings[]): Savings[] {
  const sums = new Map<string, Savings>()
  for (const { provider, model, local, calls, usage, without_usage, ms } of all) {
    const key = JSON.stringify([provider, model, local])
    const sum = sums.get(key)
    if (!sum) {
      sums.set(key, { provider, model, local, calls, usage: { ...usage }, without_usage, ms })
      continue
    }
    sum.calls += calls
    sum.without_usage += without_usage
    sum.ms += ms
    for (const name of Object.keys(usage) as (keyof typeof usage)[]) sum.usage[name] += usage[name]
  }
  return [...sums.values()]
}
