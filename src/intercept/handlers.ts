import { type HttpHandler, http } from 'msw'

/**
 * Retake's msw handlers: one, for every URL, that hands the request to `answer`. Where that gives nothing the request is
 * no business of Retake's, and the next handler may take it.
 */
export function modelCallHandlers(
  answer: (request: Request) => Promise<Response | undefined>,
): HttpHandler[] {
  return [http.all(/.*/, ({ request }) => answer(request))]
}
