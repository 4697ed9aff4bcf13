/**
 * The setup file: `setupFiles: ['retake/vitest']`. From then on every call that a test makes to a language model is
 * replayed from its cassette, or recorded under `RETAKE=record`.
 *
 * @throws {ModeError} where `RETAKE` is no mode.
 * @throws {RecordingInCIError} where `RETAKE` would call live models and `CI` is set.
 */
import { installInVitest } from './runners/vitest.ts'

installInVitest()
