import type { IgnoreRule } from '../match/ignore/rule.ts'
import type { Provider } from '../providers/provider.ts'
import type { Mode } from './mode.ts'

/** What a test or suite may settle for itself; see {@link configure}. */
export interface TestOptions {
  /** Goes before `RETAKE` and the config. A test that must never forward pins `replay`; one that has its own mocks says `off`. */
  mode?: Mode
  /** What to do about recorded calls that a passing test never made. Default `error`. */
  unused?: 'error' | 'warn' | 'ignore'
  /** `strict` makes the order of different requests matter. Default `any`: `Promise.all` may reorder them. */
  order?: 'any' | 'strict'
  /** Adopt recordings that end in a transport error, a 429 or a 5xx: for tests of error handling. Default `false`. */
  recordErrors?: boolean
  /**
   * When the pieces of a replayed answer come. `instant`, the default: as fast as they are read. `recorded`: when they came
   * while recording. A number multiplies the recorded times: `0.5` replays in half the time. Recording is not affected.
   */
  pace?: 'instant' | 'recorded' | number
  /**
   * Cuts the body of a replayed answer anew, at places that stream parsers get wrong: inside a character, between CR and LF,
   * inside `data:`, into single bytes. The bytes are the same, and each call is cut in the same way every time. Default
   * `false`: in the recorded pieces.
   */
  fragment?: boolean
  /**
   * What does not matter in a request, on either side, when it is compared: ready-made rules (`'dates'`, `'uuids'`,
   * `'ids'`, `'cwd'`, `'home'`, `'line-endings'`), field paths (`messages[].id`, `headers.x-tenant`, `url.query.trace`)
   * and pure functions. A test's own are added to those of the config. Recordings keep what was sent.
   */
  ignore?: readonly IgnoreRule[]
}

/** `retake.config.ts`. Every option has a default; no config is needed at all. */
export interface RetakeConfig extends TestOptions {
  /** Providers beside the built-in table, made with `defineProvider`. */
  providers?: readonly Provider[]
  /** What is a secret beside what Retake knows by itself. Nothing can be taken away. */
  redact?: {
    /** Field names (any case, any depth) whose string values are secret. */
    fields?: readonly string[]
    /** Patterns of secrets, as regular expressions or their source. */
    patterns?: readonly (RegExp | string)[]
    /** Called with every string and its field path (`null` for free text); returns it without secrets. Must be idempotent. */
    functions?: readonly ((text: string, fieldPath: string | null) => string)[]
  }
  /** Response headers to keep beside the standard list. */
  responseHeaders?: readonly string[]
  /** Fingerprints of findings of the secret scan that are no secrets. */
  allowSecrets?: readonly string[]
  /**
   * Puts the name of the workspace project into the paths of recordings: `__recordings__/a.test.ts @node/…`. For projects
   * that run the same test files and call the model differently. Default `false`: they share one recording.
   */
  projectInPath?: boolean
  /** `block` refuses connections to every host but loopback and `allowHosts` in replay. Default `models`: model hosts only. */
  network?: 'models' | 'block'
  /** Hosts (`*.example.com`) that `network: 'block'` lets through. */
  allowHosts?: readonly string[]
  /**
   * Recordings older than this deserve attention: `'90d'`, `'12w'`, `'1y'` or a number of days since they were recorded.
   * Replaying does not refresh them. Default: no limit.
   */
  maxAge?: string | number
  /** What the reporter does about recordings older than `maxAge`: says so, or fails the run. Default `warn`. */
  stale?: 'warn' | 'error'
}

/** Types a config for editors; returns it unchanged. */
export function defineConfig(config: RetakeConfig): RetakeConfig {
  return config
}
