import type { TestOptions } from '../config/config.ts'
import { validateTestOptions } from '../config/validate.ts'
import { processState } from './process-state.ts'

/**
 * Settles options for a test, a suite or a file, by where it is called: in a test (or its `beforeEach`) for that attempt,
 * in the body of a `describe` for its tests, at module scope for the whole file. The innermost setting wins, and each goes
 * before `RETAKE` and the config; ignore rules add up. Call it before the first model call it is meant for. Outside a Retake
 * run it does nothing.
 *
 * @throws {ConfigError} where an option does not exist or has a wrong value; it names the option.
 */
export function configure(options: TestOptions): void {
  const settled = validateTestOptions(options)
  const { file, sessions } = processState()
  if (!file || file.ended) return
  const session = sessions.getStore()
  if (session && session !== file.session) {
    session.options = addOptions(session.options, settled)
  } else if (file.runner.declaresSuite()) {
    file.runner.beforeEachTest(() => configure(options))
  } else {
    file.options = addOptions(file.options, settled)
    file.session.options = addOptions(file.session.options, settled)
  }
}

/** Ignore rules of a test are added to those of its suite, as its suite's are to the config's. */
function addOptions(outer: TestOptions, inner: TestOptions): TestOptions {
  const ignore = [...(outer.ignore ?? []), ...(inner.ignore ?? [])]
  return { ...outer, ...inner, ...(ignore.length > 0 && { ignore }) }
}
