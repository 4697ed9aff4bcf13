import type { MismatchData } from '../match/mismatch.ts'
import type { Dialect } from '../providers/dialect.ts'
import { describeChange } from './mismatch-change.ts'

/** What the text needs to know of a dialect. */
export type NamingDialect = Pick<Dialect, 'label' | 'nameField'>

/** What happened, in the words of the domain and in one line. Calls count from 0, messages from 1. */
export function headline(data: MismatchData, dialect: NamingDialect): string {
  switch (data.kind) {
    case 'changed':
      return describeChange(data, dialect)
    case 'no_recording':
      return 'this test has no recording'
    case 'past_end':
      return describePastEnd(data)
    case 'out_of_order':
      return `call ${data.incoming} was made where the recording has call ${data.recorded} (order: 'strict')`
    case 'unused':
      return describeUnused(data, dialect)
    case 'abort_expected':
      return 'the recording ends where the client aborted'
  }
}

function describePastEnd(data: MismatchData): string {
  const recorded = data.cassette.calls ?? data.preceding.length
  const repeated = data.candidates[0]
  if (repeated && data.preceding.length < recorded) {
    const made = data.preceding.length
    return `call ${repeated.call_index} was asked once more than recorded; the test had made ${made} of ${recorded}`
  }
  const has = recorded === 0 ? 'no calls' : recorded === 1 ? '1 call' : `${recorded} calls`
  return `call ${data.call_index} was never recorded; the recording has ${has}`
}

function describeUnused(data: MismatchData, dialect: NamingDialect): string {
  const made = data.preceding.length
  const progress = `the test made ${made} of ${data.cassette.calls ?? made + data.unused.length}`
  if (data.unused.length <= 1) {
    return `recorded call ${data.call_index} (${dialect.label}) was never made; ${progress}`
  }
  return `recorded calls ${listOf(data.unused)} were never made; ${progress}`
}

/** `1, 2 and 4`; beyond five, the first four and how many more. */
function listOf(indexes: readonly number[]): string {
  const shown = indexes.length > 5 ? indexes.slice(0, 4) : indexes.slice(0, -1)
  const last = indexes.length > 5 ? `${indexes.length - 4} more` : String(indexes.at(-1))
  return `${shown.join(', ')} and ${last}`
}
