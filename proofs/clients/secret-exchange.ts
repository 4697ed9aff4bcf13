// Runs inside a generated project too: proofs copy it there, with secret-client.ts.

/** A request that carries secrets, and the answer that carries some more. `{{OWN}}` and its kin stand for the key in force. */
export interface SecretExchange {
  /** Of the test that makes it; safe in a URL. */
  name: string
  path: string
  method: string
  headers: [name: string, value: string][]
  body: string
  /** User info for the URL, which `fetch` refuses; such a call is never recorded. */
  userInfo?: string
  /** What the connection fails with, instead of reaching the server. */
  transportError?: string
  answer: {
    status: number
    reason?: string
    headers: [name: string, value: string][]
    pieces: string[]
    gzip?: boolean
    /** The pieces are bytes in base64. */
    binary?: boolean
    /** `reset`: the connection breaks after the pieces; `open`: nothing more comes, ever. */
    end?: 'reset' | 'open'
  }
  secrets: string[]
  /** Where its secrets stand, one word or more a place. */
  places: string[]
}

/** Puts a key where the marks stand: as it is, base64-encoded with a user name before it, percent-encoded, in JSON in JSON. */
export function fillIn(text: string, key: string): string {
  return text
    .replaceAll('{{OWN}}', JSON.stringify(key).slice(1, -1))
    .replaceAll('{{OWN_RAW}}', key)
    .replaceAll('{{OWN_BASE64}}', Buffer.from(`key:${key}`).toString('base64'))
    .replaceAll('{{OWN_URL}}', encodeURIComponent(key))
}
