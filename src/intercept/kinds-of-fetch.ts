type Fetch = typeof globalThis.fetch

/** Whether a function is a mock or spy of Vitest, Jest, node:test or Sinon: people assert on it, so it is never wrapped. */
export function isMock(candidate: Fetch): boolean {
  const { _isMockFunction, isSinonProxy, mock } = candidate as unknown as Record<string, unknown>
  return _isMockFunction === true || isSinonProxy === true || (typeof mock === 'object' && mock !== null)
}

/**
 * Whether a `fetch` is Node's own. Told by its source, since nothing else marks it: Node loads undici when it is first
 * called. A foreign one that looks like it is only asked for nothing; a native one that is not recognised costs a probe.
 */
export function isNativeFetch(candidate: Fetch): boolean {
  const source = Function.prototype.toString.call(candidate)
  return candidate.name === 'fetch' && /fetchImpl|lazyUndici|\[native code\]/.test(source)
}
