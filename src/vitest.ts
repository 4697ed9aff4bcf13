/**
 * The setup file: `setupFiles: ['retake/vitest']`. From then on every call that a test makes to a language model is
 * replayed from its cassette, or recorded under `RETAKE=record`.
 *
 * @throws {ModeError} where `RETAKE` is no mode.
 * @throws {RecordingInCIError} where `RETAKE` would call live models and `CI` is set.
 */
import * as vitest from 'vitest'
// A file of its own in the build: Vitest takes a setup file in and transforms it for every test file, 5 ms for all of this,
// and leaves what a package's setup file imports to Node. That one gets Vitest from here, where it costs Node no search.
import { installInVitest } from './runners/vitest.ts'

installInVitest(vitest)
