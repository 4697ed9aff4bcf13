/**
 * Retake for your own msw server: `setupServer(...own, ...handlers)`. It needs the setup file `retake/vitest` as well, which
 * knows whose call is whose.
 */
import { type HttpHandler, http } from 'msw'
import { answerForHandler } from './session/answer-for-handler.ts'

/**
 * One handler, for every URL. It answers model calls as Retake's trap does, for clients that the trap does not see: those of
 * `node:http` and `node:https` (axios, got, node-fetch). For any other request it gives way to the next handler, so your
 * `onUnhandledRequest` applies. Handlers that stand before it go first: what they answer is not recorded. Made with your
 * copy of msw, of version 2 or newer.
 */
export const handlers: HttpHandler[] = [http.all(/.*/, ({ request }) => answerForHandler(request))]
