/**
 * Preload (`NODE_OPTIONS=--import=…`) that plays the model providers from loopback: connections that `fetch` would open to
 * the hosts below go to the provider at EXAMPLES_PROVIDER_URL. It stands under `fetch`, where nobody takes it for a mock, so
 * what is recorded carries the providers' own URLs. Plain JavaScript, because it is loaded by Node.
 */
const hosts = ['api.openai.com', 'api.anthropic.com']
const target = process.env.EXAMPLES_PROVIDER_URL

if (target) {
  // Node loads its HTTP client, and makes the dispatcher, at the first use of fetch.
  await fetch('data:,')
  for (const version of [1, 2]) redirect(Symbol.for(`undici.globalDispatcher.${version}`))
}

function redirect(key) {
  const below = globalThis[key]
  if (!below) return
  const above = Object.create(below, {
    dispatch: {
      value: (options, handler) => {
        const isPlayed = hosts.includes(new URL(options.origin).hostname)
        return below.dispatch(isPlayed ? { ...options, origin: target } : options, handler)
      },
    },
  })
  globalThis[key] = above
}
