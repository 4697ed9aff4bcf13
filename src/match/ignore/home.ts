import { findDirectory, replaceDirectory } from './directory.ts'
import type { ReadyRule } from './ready-rule.ts'

/** The home directory of the user, where the `cwd` rule has not replaced it already; see cwd.ts. */
export const home: ReadyRule = {
  name: 'home',
  scope: 'body',
  find: (text, places) => (places.home === undefined ? [] : findDirectory(text, places.home)),
  replace: (found, _number, { home = '' }) => replaceDirectory(found, home, '‹home›'),
}
