/**
 * The programmatic API. Importing it changes nothing in the process: the setup files (`retake/vitest`) do that. What is
 * left out on purpose: the engine, the trap and the session, which only the runners drive.
 */

export { readCassette } from './cassette/open.ts'
export { cassettePath, fileSessionPath, transcriptPath } from './cassette/path.ts'
export type {
  CallFailure,
  Cassette,
  CassetteHeader,
  HeaderPairs,
  Outcome,
  Payload,
  RecordedCall,
  RecordedEvent,
  RecordedRequest,
  RequestBody,
  Seal,
  SseMessage,
  TestIdentity,
  Usage,
} from './cassette/records.ts'
export { defineConfig, type RetakeConfig, type TestOptions } from './config/config.ts'
export type { Mode } from './config/mode.ts'
export { CassetteError } from './errors/cassette-error.ts'
export { ConfigError } from './errors/config-error.ts'
export { ModeError } from './errors/mode-error.ts'
export { RecordingInCIError } from './errors/recording-in-ci-error.ts'
export { ReplayMismatch } from './errors/replay-mismatch.ts'
export { isRetakeError, RetakeError } from './errors/retake-error.ts'
export { SecretFoundError } from './errors/secret-found-error.ts'
export { TakeNotAdopted } from './errors/take-not-adopted.ts'
export { TransportNotIntercepted } from './errors/transport-not-intercepted.ts'
export { UnattributedCall } from './errors/unattributed-call.ts'
export type { IgnoreName } from './match/ignore/names.ts'
export type { IgnoreRule } from './match/ignore/rule.ts'
export { defineProvider } from './providers/define.ts'
export type { Provider } from './providers/provider.ts'
export { configure } from './session/configure.ts'
