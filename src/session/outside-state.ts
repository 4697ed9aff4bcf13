import { existsSync, readFileSync } from 'node:fs'
import type { RecordedCall } from '../cassette/records.ts'
import { answerText } from '../providers/answer-body.ts'
import { type StateReference, stateReferences } from '../providers/state-references.ts'
import type { Session } from './session.ts'
import type { Work } from './work.ts'

/**
 * What recorded requests refer to and no earlier answer of the same recording, or of the file's hooks, has given: it was made
 * elsewhere, and may be gone when somebody records again. Each value once.
 */
export function outsideState(session: Session, calls: readonly RecordedCall[]): StateReference[] {
  const outside = new Map<string, StateReference>()
  let given = ''
  let hooks: string | null = null
  for (const call of calls) {
    for (const reference of stateReferences(call.request)) {
      if (given.includes(reference.value) || outside.has(reference.value)) continue
      hooks ??= answersOfHooks(session)
      if (!hooks.includes(reference.value)) outside.set(reference.value, reference)
    }
    given += `${answerText(call)}\n`
  }
  return [...outside.values()]
}

/** What the hooks and the module scope of the file have recorded so far, in this run or before. */
function answersOfHooks({ file, test }: Session): string {
  if (test.name === null) return ''
  const { recording } = (file.session.work ?? {}) as Partial<Work>
  const path = recording?.take.path ?? file.cassetteOf(file.session)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
