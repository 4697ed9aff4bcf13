import { RetakeError } from './retake-error.ts'

/** Tests run in a browser, where nothing of Node stands between the code and the network: nothing can be recorded or replayed. */
export class BrowserModeError extends RetakeError {
  readonly code = 'RETAKE_BROWSER_MODE'
  /** Said outright: the minified build for browsers inlines the class, and its name is gone. */
  override readonly name = 'BrowserModeError'
  /** Name of the project that runs in a browser; `null` where it has none, or the browser itself reports. */
  readonly project: string | null

  constructor(project: string | null) {
    const which = project ? `project "${project}"` : 'this project'
    super(
      `${which} runs its tests in a browser (test.browser.enabled), where Retake cannot record or replay model calls\n` +
        '  Test what calls a model in Node: in a project without browser, and have Retake in the plugins or setupFiles of that one only',
    )
    this.project = project
  }
}
