/**
 * Preload (`NODE_OPTIONS=--import=…`) that plays the model providers from loopback: requests that `fetch` would send to
 * the hosts below go to the provider at EXAMPLES_PROVIDER_URL. It comes before Retake, which takes the `fetch` it finds
 * for the real one, so what is recorded carries the providers' own URLs. Plain JavaScript, because it is loaded by Node.
 */
const hosts = ['api.openai.com', 'api.anthropic.com']
const target = process.env.EXAMPLES_PROVIDER_URL
const { fetch } = globalThis

if (target) {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!hosts.includes(url.hostname)) return fetch(request)
    const body = request.body ? { body: request.body, duplex: 'half' } : {}
    const { method, headers, signal } = request
    return fetch(new URL(url.pathname + url.search, target), { method, headers, signal, ...body })
  }
}
