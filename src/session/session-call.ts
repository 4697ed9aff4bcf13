import type { CapturedRequest, ReadRequest } from '../intercept/capture.ts'
import type { Dialect } from '../providers/dialect.ts'
import type { Provider } from '../providers/provider.ts'
import type { Session } from './session.ts'
import type { Work } from './work.ts'

/** A model call that a session has taken on: what replaying, recording and serving-or-recording act upon. */
export interface SessionCall {
  session: Session
  work: Work
  captured: CapturedRequest
  read: ReadRequest
  dialect: Dialect
  /** The provider's row; `null` for an unknown host. */
  definition: Provider | null
  call_index: number
  /** When the call was made, by the real clock. */
  started: number
  /** Its stack points at the line that made the call. */
  trace: Error
}
