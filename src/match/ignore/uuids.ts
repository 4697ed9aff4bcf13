import { type ReadyRule, spansOf } from './ready-rule.ts'

/** Of every version. Not inside a longer run of letters and digits: that would be a hash or a name. */
const uuid = /(?<![0-9A-Za-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9A-Za-z])/gi

/** UUIDs, in either case. Which of them are the same still counts. */
export const uuids: ReadyRule = {
  name: 'uuids',
  scope: 'everywhere',
  find: (text) => (text.includes('-') ? spansOf(text, uuid) : []),
  replace: (found, number) => `‹uuid ${number(found.toLowerCase())}›`,
}
