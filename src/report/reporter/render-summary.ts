import { escapeControl } from '../../redact/printable.ts'
import { describeHeldBack } from '../held-back.ts'
import { formatDollars, formatDuration, formatTokens, plural } from './amounts.ts'
import type { Summary } from './summary.ts'

const first = ' Retake  '
const indent = '         '

/** More places than this are counted, not listed. */
const mostPlaces = 3

/** How a terminal shows more than text. */
export interface Display {
  /** The key of watch mode that records again; `null` where none would be heard. */
  recordKey: string | null
  /** Makes a link of a place (`path:line`) and the way it is shown. */
  link: (shown: string, place: string) => string
}

const plain: Display = { recordKey: null, link: (shown) => shown }

/** A line of text, or a place to be opened. */
type Line = string | { place: string }

/**
 * The lines for the terminal: what became of the calls, then what deserves attention, each with the command that settles
 * it. Empty where no call was made and nothing needs attention. Control characters in names are escaped.
 */
export function renderSummary(summary: Summary, now: Date, display: Display = plain): string[] {
  const lines: Line[] = [
    coverageOf(summary),
    summary.held_back === null ? '' : describeHeldBack(summary.held_back),
    ...places('what was recorded is to be read in', summary.transcripts),
    ...places(
      summary.mismatched.length === 1
        ? '1 test parts from its recording at'
        : `${summary.mismatched.length} tests part from their recordings at`,
      summary.mismatched.map(({ read_at }) => read_at),
    ),
    ...outsideOf(summary),
    ...findingsOf(summary, now),
  ].filter((line) => line !== '')
  const missing = missingOf(summary)
  if (missing) lines.push(missing, '', `  ${summary.no_recording.command}`)
  if (display.recordKey !== null)
    lines.push(
      '',
      `press ${display.recordKey} to record again the tests that mismatched or have no recording`,
    )
  return lines.map((line, index) => {
    if (line === '') return ''
    const text = typeof line === 'string' ? safe(line) : `  ${display.link(safe(line.place), line.place)}`
    return (index === 0 ? first : indent) + text
  })
}

function safe(text: string): string {
  return escapeControl(text.replaceAll('\n', ' '))
}

function places(what: string, all: readonly string[]): Line[] {
  if (all.length === 0) return []
  const more = all.length - mostPlaces
  const rest = more > 0 ? [`  and ${more} more`] : []
  return [`${what}:`, ...all.slice(0, mostPlaces).map((place) => ({ place })), ...rest]
}

function outsideOf({ outside_state: all }: Summary): Line[] {
  if (all.length === 0) return []
  const more = all.length - mostPlaces
  return [
    `${all.length === 1 ? '1 recorded id was' : `${all.length} recorded ids were`} made outside of the recording, and may be gone at the next record. Make it in the test or its beforeAll:`,
    ...all
      .slice(0, mostPlaces)
      .map(({ test, test_file, field, value }) => `  ${test ?? test_file}: ${field} ${value.slice(0, 60)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function coverageOf(summary: Summary): string {
  const { hits, misses, recorded, forwarded, strict_violations } = summary
  if (hits + misses + recorded + forwarded === 0) return ''
  if (misses + recorded + forwarded === 0)
    return `${plural(hits, 'call')} replayed${placesOf(summary)} · misses=0 · saved ${savedOf(summary)}`
  return [
    recorded > 0 && `${recorded} recorded`,
    forwarded > 0 && `${forwarded} sent to the live model`,
    hits > 0 && `${hits} replayed`,
    `misses=${misses}`,
    strict_violations > 0 && plural(strict_violations, 'strict violation'),
  ]
    .filter(Boolean)
    .join(' · ')
}

function placesOf({ tests, files_with_calls_in_hooks: hooks }: Summary): string {
  if (tests > 0) return ` in ${plural(tests, 'test')}`
  return hooks > 0 ? ` in hooks of ${plural(hooks, 'file')}` : ''
}

function savedOf({ hits, saved }: Summary): string {
  const { dollars, unpriced, calls_without_usage } = saved
  const parts: string[] = []
  const counted = hits - calls_without_usage
  if (counted > 0) {
    const tokens = formatTokens(saved.input_tokens + saved.output_tokens)
    parts.push(calls_without_usage > 0 ? `${tokens} in ${plural(counted, 'call')} that counted them` : tokens)
    const unknown = unpriced.length > 0 ? `price of ${plural(unpriced.length, 'model')} unknown` : ''
    if (unknown && dollars === 0) parts.push(unknown)
    else if (unknown) parts.push(`at least ${formatDollars(dollars)} (${unknown})`)
    else parts.push(`${calls_without_usage > 0 ? 'at least ' : ''}${formatDollars(dollars)}`)
  }
  parts.push(`about ${formatDuration(saved.ms)}`)
  return parts.join(', ')
}

function findingsOf({ takes, unused, orphans, shared, stale, stale_is_error }: Summary, now: Date): string[] {
  const lines: string[] = []
  const taken = takes.paths.length
  if (taken > 0)
    lines.push(`${plural(taken, 'take')} await${taken === 1 ? 's' : ''} a decision: ${takes.command}`)
  if (unused.calls > 0) {
    const calls = plural(unused.calls, 'recorded call')
    const tests = plural(unused.recordings.length, 'recording')
    lines.push(`${calls} in ${tests} ${unused.calls === 1 ? 'was' : 'were'} never made: ${unused.command}`)
  }
  if (orphans && orphans.cassettes.length > 0) {
    const count = orphans.cassettes.length
    lines.push(
      `${plural(count, 'recording')} belong${count === 1 ? 's' : ''} to no test any more: ${orphans.command}`,
    )
  }
  if (shared.recordings.length > 0) {
    const projects = [...new Set(shared.recordings.flatMap((recording) => recording.projects))].sort()
    const are = shared.recordings.length === 1 ? 'is' : 'are'
    lines.push(
      `${plural(shared.recordings.length, 'recording')} ${are} shared by projects ${projects.join(', ')}: projectInPath: true in retake.config.ts gives each its own`,
    )
  }
  if (stale.recordings.length > 0) {
    const days = Math.min(...stale.recordings.map(({ max_age_days }) => max_age_days))
    const oldest = Math.max(
      ...stale.recordings.map(({ recorded_at }) => now.getTime() - Date.parse(recorded_at)),
    )
    const age = Math.floor(oldest / 86_400_000)
    const are = stale.recordings.length === 1 ? 'is' : 'are'
    const fails = stale_is_error ? ', which fails the run' : ''
    const oldestDays =
      stale.recordings.length === 1 ? `by now ${plural(age, 'day')}` : `the oldest ${plural(age, 'day')}`
    lines.push(
      `${plural(stale.recordings.length, 'recording')} ${are} older than ${plural(days, 'day')} (${oldestDays})${fails}: ${stale.command}`,
    )
  }
  return lines
}

function missingOf({ no_recording: { tests, hooks, files } }: Summary): string {
  if (tests + hooks === 0) return ''
  const what = [
    tests > 0 && `${plural(tests, 'test')} in ${plural(files.length, 'file')}`,
    hooks > 0 && `the hooks of ${plural(hooks, 'file')}`,
  ].filter(Boolean)
  const [have, them] = tests + hooks === 1 && tests === 1 ? ['has', 'it'] : ['have', 'them']
  return `${what.join(' and ')} ${have} no recording yet. Record ${them} once, with your key:`
}
