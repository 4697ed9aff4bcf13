/**
 * Headers that say nothing about what is asked of the model. Three kinds, kept apart so that a reader can judge each
 * line. Everything that is not listed counts: `anthropic-beta`, a tenant, a caller's idempotency key.
 */

/** Who asks: another key, account or project of the environment asks the same question. */
const credentials = [
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'x-goog-user-project',
  'x-amz-security-token',
  'ocp-apim-subscription-key',
  'cookie',
  'openai-organization',
  'openai-project',
]

/** How the bytes travel, and what a fetch implementation or a browser adds by itself. */
const transport = [
  'host',
  'connection',
  'content-length',
  'content-encoding',
  'content-md5',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'upgrade-insecure-requests',
  'http2-settings',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-extensions',
  'keep-alive',
  'expect',
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'pragma',
  'priority',
  'dnt',
  'origin',
  'referer',
  'via',
  'forwarded',
]

/** What a client library says of itself, and ids that tracing or a retry invents for each request. */
const client = [
  'user-agent',
  'anthropic-dangerous-direct-browser-access',
  'x-goog-api-client',
  'x-goog-request-params',
  'x-amz-date',
  'x-amz-content-sha256',
  'x-amz-user-agent',
  'x-amzn-trace-id',
  'x-ms-client-request-id',
  'x-ms-useragent',
  'x-cloud-trace-context',
  'x-client-name',
  'x-client-version',
  'x-client-request-id',
  'traceparent',
  'tracestate',
  'baggage',
  'b3',
  'sentry-trace',
  'uber-trace-id',
]

const prefixes = [
  'proxy-',
  'sec-',
  'x-forwarded-',
  'x-stainless-',
  'x-fern-',
  'amz-',
  'x-b3-',
  'x-datadog-',
  'x-retake-',
]

/** Key headers of vendors that no list knows yet: `helicone-auth`, `cf-aig-authorization`, `x-portkey-api-key`. */
const credentialName = /(^|-)(api-?key|auth|authorization|access-token|auth-token|secret|password)$/

const names: ReadonlySet<string> = new Set([...credentials, ...transport, ...client])

/** Whether a header (lower-case name) has no part in a request's identity, whatever its value. */
export function isHeaderNoise(name: string): boolean {
  return names.has(name) || prefixes.some((prefix) => name.startsWith(prefix)) || credentialName.test(name)
}
