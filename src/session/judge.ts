import { loadConfig } from '../config/load.ts'
import { NetworkBlocked } from '../errors/network-blocked.ts'
import { TransportNotIntercepted } from '../errors/transport-not-intercepted.ts'
import { isLoopback } from '../net/loopback.ts'
import { matchHost } from '../providers/hosts.ts'
import { mightBeCall } from '../providers/might-be-call.ts'
import type { Provider } from '../providers/provider.ts'
import { modeOf } from './mode-of-session.ts'
import { ownerOf } from './owner.ts'
import type { ProcessState } from './process-state.ts'
import type { Session } from './session.ts'

/** Whether a request might be a model call. */
export function concernsRetake(state: ProcessState, url: URL, method: string): boolean {
  const owner = ownerOf(state)
  // Before the first test file there is nothing to record into; the socket guard still keeps providers unreachable.
  if (owner.kind === 'outside') return false
  if (owner.kind === 'session' && owner.session.options.mode === 'off') return false
  return mightBeCall(url, method, configuredProviders(state))
}

/** Whether a URL leads to a provider, Retake's or one of the config. */
export function isModelHost(state: ProcessState, url: URL): boolean {
  return matchHost({ hostname: url.hostname }, configuredProviders(state)) !== null
}

/** Providers of the config. A config that cannot be read concerns every request, so that its error is seen. */
function configuredProviders(state: ProcessState): readonly Provider[] {
  if (!state.file?.project.configPath) return []
  try {
    return loadConfig(state.file.project).providers ?? []
  } catch {
    return []
  }
}

/** Why a connection must not be made, which fails its test or file; else `null`. */
export function refusalOfConnection(state: ProcessState, host: string, port: number): Error | null {
  const owner = ownerOf(state)
  const session = owner.kind === 'session' ? owner.session : null
  const refusal = judgeConnection(session, state, host, port)
  if (refusal && session) session.fail(refusal)
  else if (refusal) state.file?.fail(refusal)
  return refusal
}

function judgeConnection(
  session: Session | null,
  state: ProcessState,
  host: string,
  port: number,
): Error | null {
  if (session?.options.mode === 'off') return null
  try {
    const config = state.file ? loadConfig(state.file.project) : {}
    const mode = session ? modeOf(session).mode : 'replay'
    if (mode === 'off' || mode === 'live') return null
    const test = session?.title ?? null
    const isModelHost = isLoopback(host)
      ? isConfiguredPort(port, config.providers)
      : matchHost({ hostname: host }, config.providers) !== null
    if (isModelHost) return new TransportNotIntercepted({ host, port, test })
    if (isLoopback(host)) return null
    const blocks = config.network === 'block' && mode === 'replay'
    if (blocks && !config.allowHosts?.some((allowed) => hostMatches(host, allowed)))
      return new NetworkBlocked({ host, port, test })
    return null
  } catch (error) {
    // An unreadable config may have said `block`.
    return error as Error
  }
}

/** A provider that the config names by a port of this machine. A name without a port says nothing of what else listens there. */
function isConfiguredPort(port: number, providers: readonly Provider[] = []): boolean {
  return providers.some(({ hosts }) =>
    hosts.some((host) => {
      const [, name, number] = /^(.+):(\d+)$/.exec(host) ?? []
      return name !== undefined && isLoopback(name) && Number(number) === port
    }),
  )
}

function hostMatches(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern.toLowerCase()
}
