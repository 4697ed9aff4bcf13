import { findDirectory, replaceDirectory } from './directory.ts'
import type { ReadyRule } from './ready-rule.ts'

/** The working directory. On the recorded side it is the one that guess-places.ts finds. */
export const cwd: ReadyRule = {
  name: 'cwd',
  scope: 'body',
  find: (text, places) => (places.cwd === undefined ? [] : findDirectory(text, places.cwd)),
  replace: (found, _number, { cwd = '' }) => replaceDirectory(found, cwd, '‹cwd›'),
}
