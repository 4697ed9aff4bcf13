/**
 * Refuses in a browser. The `browser` field of package.json puts this module in the place of `node:async_hooks`, so that it
 * is evaluated before anything of the setup file is: Vite serves other modules of Node as proxies that fail in words which
 * help nobody. (The setup file itself cannot be mapped, since Vitest hands its absolute path to the browser; and a check in
 * it would cost every test file one more module.)
 *
 * @throws {BrowserModeError} always.
 */
import { BrowserModeError } from './errors/browser-mode-error.ts'

/** What the setup file imports by name from the module in whose place this one stands; else linking would fail first. */
export const AsyncLocalStorage = undefined

throw new BrowserModeError(null)
