import type { ForwardingTools } from '../intercept/forward.ts'
import { mayMock } from '../intercept/kinds-of-fetch.ts'
import { canPassMsw } from '../intercept/own-connections.ts'
import { placeholderFor } from '../redact/credentials.ts'
import type { ProcessState } from './process-state.ts'

/** What forwarding needs of this process: the real `fetch`, the real credentials. */
export function forwardingTools(state: ProcessState): ForwardingTools {
  return {
    fetch: state.real.fetch,
    hasMocks: mayMock(state.real.fetch) && !canPassMsw(),
    restoreCredentials(value) {
      let restored = value
      for (const [name, real] of state.credentials) restored = restored.replaceAll(placeholderFor(name), real)
      return restored
    },
  }
}
