import type { RecordedCall, RecordedRequest, SocketPayload, Usage } from '../cassette/records.ts'
import type { FieldPath } from '../json/path.ts'
import type { JsonValue } from '../json/value.ts'
import type { EndpointHome } from './endpoints.ts'

/** A part of a message, as a reader of a transcript sees it. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  | { kind: 'refusal'; text: string }
  | { kind: 'tool_call'; id: string | null; name: string; arguments: JsonValue }
  | { kind: 'tool_result'; id: string | null; name: string | null; parts: Part[]; error?: boolean }
  /** Anything without a better form: images, files, audio. `label` says what, size and hash included. */
  | { kind: 'media'; label: string }
  | { kind: 'other'; label: string; value: JsonValue }

export interface Message {
  /** As the wire says: system, developer, user, assistant, tool. */
  role: string
  parts: Part[]
  /** Where the message stands in the request body: `['messages', 2]`. */
  path: FieldPath
}

export interface ToolOffer {
  name: string
  description?: string
  /** JSON schema of the parameters, where there is one. */
  parameters?: JsonValue
  path: FieldPath
}

/** What a request asks, in the words of the domain. */
export interface Conversation {
  system: Message[]
  messages: Message[]
  tools: ToolOffer[]
}

/** What a response answers. One choice per candidate (`n` > 1); most calls have one. */
export interface Answer {
  choices: { parts: Part[]; stop: string | null }[]
  usage: Usage | null
  /** The model that answered, where the response names it. */
  model: string | null
  /** An error status, or an error inside a 200 stream. */
  error: { type: string | null; message: string } | null
}

/** What is said in a WebSocket session, by either side. */
export type SessionTurn =
  | {
      kind: 'message'
      role: string
      parts: Part[]
      /** Of an answer: why it ended, and what it cost. */
      stop: string | null
      usage: Usage | null
    }
  | { kind: 'tools'; tools: ToolOffer[] }
  | { kind: 'error'; type: string | null; message: string }

/** A wire format. One folder per dialect; pure functions of recorded data, which never throw on odd input. */
export interface Dialect {
  /** `openai-chat`, … — recorded in every request line. */
  id: string
  /** For people: `openai chat completions`. */
  label: string
  /**
   * Whether a URL path is this dialect's endpoint (`/v1/chat/completions`); `provider` is who serves the host, where that
   * is known. See `endpointDialect`.
   */
  ownsPath(path: string, provider?: EndpointHome | null): boolean
  /** Whether the body of a request to an unknown host, on an owned path, has this dialect's shape. */
  ownsBody(body: JsonValue, path: string): boolean
  /** The model that a request names, from its body (of a form, its text fields) or URL. */
  model(url: URL, body: JsonValue | undefined): string | null
  readRequest(request: RecordedRequest): Conversation
  readAnswer(call: RecordedCall): Answer
  /** Of a format that is spoken over WebSockets: the session in turns, in the order in which they were taken. */
  readSession?(messages: readonly SocketPayload[]): SessionTurn[]
  /**
   * Names the thing at `path` of the request body for a reader: `the system prompt`, `message 3 (user)`,
   * `message 5 (tool result of search)`, `the schema of tool search`, `temperature`. Never throws; falls back to the path.
   * `rest` is the part of the path inside the named thing.
   */
  nameField(body: JsonValue, path: FieldPath): { words: string; rest: FieldPath }
  /** Field names whose string values continue one another through a stream (`content`, `partial_json`, `arguments`, …). */
  deltaFields: readonly string[]
  /** Paths (as patterns with `[]` for any index and `*` for any key) that are content although their name looks secret. */
  contentPaths: readonly string[]
  /**
   * Whether a message of a stream (or a line of JSON) ends the answer (`[DONE]`, `message_stop`, `"done": true`): leaving
   * after it is no abort.
   */
  isTerminal(message: { event?: string; data: JsonValue }): boolean
  /** Request body paths whose value is known to be incidental; ignored in matching. */
  incidentalPaths: readonly string[]
  /** Response headers to keep beside the standard list. */
  responseHeaders: readonly string[]
}
