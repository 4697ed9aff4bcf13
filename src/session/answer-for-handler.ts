import { modeFromEnvironment } from '../config/mode.ts'
import { SetupMissingError } from '../errors/setup-missing-error.ts'
import { readRequest } from '../intercept/capture.ts'
import { forward } from '../intercept/forward.ts'
import { currentProbe } from '../intercept/probe.ts'
import { mightBeCall } from '../providers/might-be-call.ts'
import { forwardingTools } from './forwarding.ts'
import { trapRules } from './install.ts'
import { isModelHost } from './judge.ts'
import { processState } from './process-state.ts'

/**
 * Answers a request that reached a handler on a server of the user's; `undefined` where it is no business of Retake's.
 *
 * @throws {SetupMissingError} for a model call where the setup file does not run. A server that turns it into a response
 * shows its text there.
 */
export async function answerForHandler(request: Request): Promise<Response | undefined> {
  const state = processState()
  const url = new URL(request.url)
  if (!state.file) {
    if (modeFromEnvironment(process.env) !== 'off' && mightBeCall(url, request.method, []))
      throw new SetupMissingError({ url: url.origin + url.pathname })
    return undefined
  }
  // The trap has this request already, and asks the user's own mocks first.
  if (currentProbe()?.url.href === url.href) return undefined
  const rules = trapRules(state)
  if (!rules.concerns(url, request.method)) return undefined
  const answer = await rules.answer({ request, url, trace: new Error('model call') })
  if (answer instanceof Response) return answer
  if (!isModelHost(state, url)) return undefined
  // Telemetry while recording. Given back it would end at the guard, as all of node:http's does at a model host.
  const read = await readRequest(answer, url)
  return (await forward(read, forwardingTools(state), answer.signal)).response
}
