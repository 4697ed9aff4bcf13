import type { RecordedCall, Usage } from '../cassette/records.ts'
import { isLoopback } from '../net/loopback.ts'

/** What replaying spared, by who would have answered. */
export interface Savings {
  provider: string
  model: string | null
  /** Whether it was a server on this machine, which costs nothing. */
  local: boolean
  calls: number
  usage: Required<Usage>
  /** Calls whose recorded answer reported no usage. */
  without_usage: number
  /** Milliseconds that the recorded answers took to arrive. */
  ms: number
}

/**
 * What became of the calls of one test over all its attempts, retries and repeats included: `hits + misses` is `calls` of
 * the attempts that replayed. It travels from the worker to the reporter in `task.meta.retake`, so it is plain data.
 */
export interface Tally {
  version: 1
  /** Absolute folder that holds `.retake`. */
  root: string
  /** The cassette of the test, relative to `root`, forward slashes, whether or not it exists. */
  cassette: string
  /** `replay`, `record`, … of the last attempt. */
  mode: string
  /** The recording mode that was not applied, because this is a rerun of watch mode. */
  held_back: string | null
  calls: number
  /** Answered from the cassette. */
  hits: number
  /** Not found in it. */
  misses: number
  /** Misses that were refused. */
  strict_violations: number
  recorded: number
  /** Let through to the live model without being recorded. */
  forwarded: number
  /** The last attempt made calls and had no recording for them. */
  no_recording: boolean
  /** Recorded calls that the last attempt did not make. */
  unused: number
  /** Where the recorded call that the last attempt first parted from is to be read: `path:line`, relative to `root`. */
  read_at: string | null
  /** When the cassette was recorded, ISO 8601; `null` where none was read. */
  recorded_at: string | null
  /** What recorded requests refer to at their provider and nothing in the recording has made. */
  outside_state: { field: string; value: string }[]
  /** Absolute path of the take that awaits a decision. */
  take: string | null
  savings: Savings[]
}

/** A tally before anything happened. */
export function emptyTally(root: string, cassette: string): Tally {
  return {
    version: 1,
    root,
    cassette,
    mode: 'replay',
    held_back: null,
    calls: 0,
    hits: 0,
    misses: 0,
    strict_violations: 0,
    recorded: 0,
    forwarded: 0,
    no_recording: false,
    unused: 0,
    read_at: null,
    recorded_at: null,
    outside_state: [],
    take: null,
    savings: [],
  }
}

/** Counts a call that was answered from its recording. */
export function countHit(tally: Tally, call: RecordedCall): void {
  tally.calls++
  tally.hits++
  const { provider, model, url } = call.request
  const local = isLoopback(new URL(url).hostname)
  let savings = tally.savings.find(
    (entry) => entry.provider === provider && entry.model === model && entry.local === local,
  )
  if (!savings) {
    const usage = { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, reasoning_tokens: 0 }
    savings = { provider, model, local, calls: 0, usage, without_usage: 0, ms: 0 }
    tally.savings.push(savings)
  }
  savings.calls++
  savings.ms += call.events.at(-1)?.at_ms ?? 0
  if (!call.usage) savings.without_usage++
  for (const [name, count] of Object.entries(call.usage ?? {}))
    savings.usage[name as keyof Usage] += count ?? 0
}

/** Counts a call that no recorded one equals. */
export function countMiss(tally: Tally, refused: boolean): void {
  tally.calls++
  tally.misses++
  if (refused) tally.strict_violations++
}

/** Counts a call that was recorded. In `hybrid` it was counted as a miss before. */
export function countRecorded(tally: Tally, mode: string): void {
  if (mode !== 'hybrid') tally.calls++
  tally.recorded++
}

/** Counts a call that was let through without being recorded. */
export function countForwarded(tally: Tally): void {
  tally.calls++
  tally.forwarded++
}
