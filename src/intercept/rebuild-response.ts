/** What a rebuilt response says of itself beside its body. */
export interface ResponseHead {
  status: number
  statusText: string
  /** Pairs, not a Headers object: several cookies of one response stay several. */
  headers: [string, string][]
  /** Where the answer came from. */
  url: string
  /** Whether `fetch` followed redirects to it. */
  redirected: boolean
}

/** Statuses that the Fetch standard gives no body. */
const bodiless = new Set([101, 103, 204, 205, 304])

/**
 * Makes a `Response` that looks to clients like one from the network: with its URL, and a body only where one may be. The
 * constructor takes no status from 600 on and no reason beyond Latin-1, which servers send all the same and `fetch` gives.
 */
export function rebuildResponse(body: ReadableStream<Uint8Array> | null, head: ResponseHead): Response {
  const { status, statusText, headers, url, redirected } = head
  const fits = status >= 200 && status <= 599
  const response = new Response(bodiless.has(status) ? null : body, { status: fits ? status : 200, headers })
  const { clone } = response
  return Object.defineProperties(response, {
    url: { value: url },
    redirected: { value: redirected },
    statusText: { value: statusText },
    ...(!fits && { status: { value: status }, ok: { value: false } }),
    clone: { value: () => reheaded(clone.call(response), response, head) },
  })
}

/** A copy has the headers of the original, which may have been changed since, and knows nothing of the other properties. */
function reheaded(copy: Response, original: Response, head: ResponseHead): Response {
  return rebuildResponse(copy.body, { ...head, headers: [...original.headers] })
}
