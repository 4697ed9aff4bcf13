import type { HeaderPairs, RecordedRequest } from '../cassette/records.ts'
import type { JsonValue } from '../json/value.ts'

/** What stands where a secret stood. */
export const REMOVED = '[secret removed]'

/** Version of the built-in rules; recorded in every header, so that old cassettes can be brought up to newer rules. */
export const REDACTION_VERSION = 2

/** What a dialect says about the body at hand; see providers/dialect.ts. */
export interface ContentHints {
  contentPaths?: readonly string[]
  deltaFields?: readonly string[]
}

/**
 * Removes secrets (design §7). Pure and idempotent: `r.text(r.text(x))` equals `r.text(x)`; everything that is no
 * secret comes back byte for byte.
 */
export interface Redactor {
  /** By field name, shape and value, at any depth. Objects are walked, never removed. Returns the same reference where nothing changed. */
  json(value: JsonValue, hints?: ContentHints): JsonValue
  /** By shape and value; where the text is JSON or SSE, by field name too, every other byte kept. */
  text(text: string, hints?: ContentHints): string
  /** User info and secret query parameters, then as text. */
  url(url: string): string
  headers(headers: HeaderPairs): HeaderPairs
  request(request: RecordedRequest, hints?: ContentHints): RecordedRequest
  /** For a body that arrives in pieces: see {@link PieceRedactor}. */
  pieces(hints?: ContentHints): PieceRedactor
}

/**
 * Redacts a stream. Every pushed piece comes back once, in order, whole or with the secret parts cut out; a piece is held
 * back only as long as its end could still be the beginning of a secret that the next pieces complete.
 */
export interface PieceRedactor {
  push(piece: Uint8Array): Uint8Array[]
  /** @param cut Whether the body broke off: then a known value of which 8 characters or more came goes too. */
  end(cut?: boolean): Uint8Array[]
}
