type Fetch = typeof globalThis.fetch

/** Whether a function is a mock or spy of Vitest, Jest, node:test or Sinon: people assert on it, so it is never wrapped. */
export function isMock(candidate: Fetch): boolean {
  const { _isMockFunction, isSinonProxy, mock } = candidate as unknown as Record<string, unknown>
  return _isMockFunction === true || isSinonProxy === true || (typeof mock === 'object' && mock !== null)
}

/**
 * Whether the code at hand lives in a window of happy-dom, which puts `fetch`, `Request`, `Response`, `Headers` and
 * `AbortSignal` of its own in the place of Node's. (jsdom has no `fetch`, and leaves all of these alone.)
 */
export function isInForeignWindow(): boolean {
  return 'happyDOM' in globalThis
}

/**
 * Whether a `fetch` is that of a happy-dom window. It mocks nothing, but sends as a browser does: an OPTIONS request first,
 * and no answer from a host that does not allow the page's origin. Told by being bound to its window.
 */
function isWindowFetch(candidate: Fetch): boolean {
  return isInForeignWindow() && /^(?:bound )+fetch$/.test(candidate.name)
}

/** Whether a `fetch` may answer by itself: it is neither Node's own nor that of a window. */
export function mayMock(candidate: Fetch): boolean {
  return !isNativeFetch(candidate) && !isWindowFetch(candidate)
}

/**
 * Whether a `fetch` is Node's own. Told by its source, since nothing else marks it: Node loads undici when it is first
 * called. A foreign one that looks like it is only asked for nothing; a native one that is not recognised costs a probe.
 */
export function isNativeFetch(candidate: Fetch): boolean {
  const source = Function.prototype.toString.call(candidate)
  return candidate.name === 'fetch' && /fetchImpl|lazyUndici|\[native code\]/.test(source)
}
