import type { SocketRule } from '../intercept/handle-guard.ts'
import { trapHttp } from '../intercept/http-trap.ts'
import { isNativeFetch, mayMock } from '../intercept/kinds-of-fetch.ts'
import { mayPass, sendUntouched } from '../intercept/own-connections.ts'
import { watchServers } from '../intercept/session-header.ts'
import { installSocketGuard, keepSocketGuard } from '../intercept/socket-guard.ts'
import { type FetchTrapRules, trapFetch } from '../intercept/trap.ts'
import { trapUndici } from '../intercept/undici-trap.ts'
import { isLoopback } from '../net/loopback.ts'
import { everyCredentialVariable } from '../providers/credential-variables.ts'
import type { Runner } from '../runners/runner.ts'
import type { Engine } from './engine.ts'
import { rememberCredentials, shieldEnvironment } from './environment.ts'
import { FileScope } from './file-scope.ts'
import { atNeed } from './load-at-need.ts'
import { type Owner, ownerOf } from './owner.ts'
import { type ProcessState, processState } from './process-state.ts'
import { enterSession, travellingId } from './travelling-session.ts'
import { awaitDecision } from './undecided.ts'

/** A test file that Retake watches; `null` where `RETAKE=off` leaves everything alone. */
export interface Installation {
  state: ProcessState
  file: FileScope
  /** Puts the environment back; called when the file has ended. */
  restore: () => void
}

/**
 * Starts Retake for a test file: the trap on `fetch`, the guard on sockets (once a process), the shield over credentials.
 * This is all that a file without model calls pays for; the engine loads at the first call.
 *
 * @throws {ModeError} {@link askedMode}
 * @throws {RecordingInCIError} {@link askedMode}
 */
export function install(testFile: string, runner: Runner): Installation | null {
  const asked = process.env.RETAKE || runner.modeOfRun ? atNeed().askedMode(runner) : null
  if (asked === 'off') return null
  const state = processState()
  const file = new FileScope(testFile, runner)
  state.file = file
  Object.assign(state.real, runner.realTime)
  seeRealFetch(state)
  trapFetch(trapRules(state))
  trapHttp(trapRules(state), socketRule(state))
  trapUndici(trapRules(state), socketRule(state))
  if (!state.installed) {
    installSocketGuard(socketRule(state))
    watchServers((id) => enterSession(state, id))
    state.installed = true
  }
  if (asked === null || asked === 'replay')
    return { state, file, restore: shieldEnvironment(state, file, process.env) }
  rememberCredentials(state, process.env, everyCredentialVariable)
  return { state, file, restore: () => {} }
}

/** The engine, loaded once; every concurrent first call gets the same load, or the same error. */
export function loadEngine(state: ProcessState): Promise<Engine> {
  state.engine ??= import('./engine.ts').then((module) => module.createEngine(state))
  return state.engine
}

/**
 * Looks at the global `fetch` and at sockets again: a mocking library may have put itself over the trap since, or taken
 * the guard away. Called before the hooks
 * and before the body of each test.
 */
export function lookAgain(state: ProcessState): void {
  seeRealFetch(state)
  trapFetch(trapRules(state))
  trapHttp(trapRules(state), socketRule(state))
  trapUndici(trapRules(state), socketRule(state))
  keepSocketGuard(socketRule(state))
}

/**
 * What stood there when Retake came may have been a mock that was given back since, or belong to the window of an earlier
 * test file: nothing is forwarded to those.
 */
function seeRealFetch({ real }: ProcessState): void {
  if (!isNativeFetch(real.fetch) && !mayMock(globalThis.fetch)) real.fetch = globalThis.fetch
}

function socketRule(state: ProcessState): SocketRule {
  return (host, port) => {
    // Without a config no port of this machine is a provider's, and to look for one costs less than the judge.
    if (mayPass() || (isLoopback(host) && !state.file?.project.configPath)) return null
    return atNeed().refusalOfConnection(state, host, port)
  }
}

/** What the trap asks, and the handlers of `retake/msw` too. */
export function trapRules(state: ProcessState): FetchTrapRules {
  return {
    concerns: (url, method) => atNeed().concernsRetake(state, url, method),
    asksMocksFirst: () => asksMocksFirst(state),
    sessionIdFor: (url) => travellingId(state, url.hostname),
    sendUntouched: (url, send) => letThrough(state, url, send),
    answer: (trapped) =>
      withEngine(state, (engine, owner, decided) => engine.answer(trapped, owner, decided)),
    openSocket: (trapped) =>
      withEngine(state, (engine, owner, decided) => engine.openSocket(trapped, owner, decided)),
    sendOn: (request) => state.real.fetch(request),
  }
}

/** In a test without a cassette a mock of the user's that answers goes first; a test with one is answered by Retake. */
function asksMocksFirst(state: ProcessState): boolean {
  const owner = ownerOf(state)
  return owner.kind !== 'session' || !owner.session.hadCassette
}

/** What is untouched at a model host (its documentation, say, or telemetry while recording) must get past the guard. */
function letThrough<T>(state: ProcessState, url: URL, send: () => T): T {
  return ownerOf(state).kind !== 'outside' && atNeed().isModelHost(state, url) ? sendUntouched(send) : send()
}

async function withEngine<T>(
  state: ProcessState,
  act: (engine: Engine, owner: Owner, decided: () => void) => Promise<T>,
): Promise<T> {
  // Settled here, before the first await: the caller's context and the order of calls are those of this moment.
  const owner = ownerOf(state)
  const decided = awaitDecision(state, owner)
  try {
    return await act(await loadEngine(state), owner, decided)
  } finally {
    decided()
  }
}
