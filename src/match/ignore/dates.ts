import { type ReadyRule, spansOf } from './ready-rule.ts'

const year = '(?:19|20|21)\\d\\d'
const month2 = '(?:0[1-9]|1[0-2])'
const day2 = '(?:0[1-9]|[12]\\d|3[01])'
const month1 = '(?:1[0-2]|0?[1-9])'
const day1 = '(?:3[01]|[12]\\d|0?[1-9])'
const monthName =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?)'
const dayNth = `${day1}(?:st|nd|rd|th)?`
const longWeekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const weekday = `(?:${longWeekday}|(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\\.?)`

const hours = '(?:[01]?\\d|2[0-4]):[0-5]\\d'
const seconds = ':[0-6]\\d(?:[.,]\\d{1,9})?'
const zoneName = '(?:GMT|UTC|Z|[PMCE][SD]T|CES?T|BST|WES?T|EES?T|IST|JST|KST|AE[SD]T)(?![A-Za-z])'
/** A dash without seconds or zone before it is a span of time (`10:00-11:00`), not an offset. */
const offset = `(?: ?\\+\\d\\d:?\\d\\d|(?<=:\\d\\d${seconds}|GMT|UTC) ?-\\d\\d:?\\d\\d)`
const zone = `(?: ?${zoneName})?${offset}?(?: \\([A-Z][A-Za-z ]{2,40} [Tt]ime\\))?`
const clock = `${hours}(?:${seconds})?(?:[ \\u00a0\\u202f]?(?:[AaPp][Mm]|[ap]\\.m\\.))?(?![A-Za-z0-9])${zone}`
const isoClock = `[Tt]${hours}(?:${seconds})?(?:[Zz]|[+-]\\d\\d(?::?\\d\\d)?)?(?:\\[[\\w/+-]{2,40}\\])?`

const iso = `${year}-${month2}-${day2}(?:${isoClock})?`
const basic = `${year}${month2}${day2}T[0-2]\\d[0-5]\\d[0-6]\\dZ?`
const slashed = `(?:(?:${month1}/${day1}|${day1}/${month1})/${year}|${year}/${month1}/${day1})`
const spoken = [
  `${monthName} ${dayNth},? ${year}`,
  `${dayNth}(?: of)? ${monthName},? ${year}`,
  `${day1}-${monthName}-${year}`,
  `${monthName},? ${year}`,
].join('|')
/** Without a year only a day of the week tells a date from a name and a number (`May 5`). */
const yearless = `${weekday},? (?:the )?(?:${monthName} ${dayNth}|${dayNth}(?: of)? ${monthName})`

const date = new RegExp(
  // Not inside a longer name, number or path that goes on: `gpt-4o-2024-08-06` is a model, not a day.
  `(?<![\\w-]|\\d[./])(?:(?:${weekday},? )?(?:${iso}|${basic}|${slashed}|${spoken})|${yearless})` +
    `(?:(?:,? (?:at )?|\\u202f)${clock})?` +
    `(?:,? ${longWeekday}|,? ?\\(${weekday}\\))?(?![\\w-]|[./]\\d)`,
  'g',
)

const wholeIsoDate = new RegExp(`^${year}-${month2}-${day2}$`)

/**
 * Dates, with the time and the day of the week beside them: ISO 8601, RFC 2822, `11/30/2026`, `November 30, 2026`. Only
 * in the body: a date in a URL or header is an API's version, as it is in a field called version.
 */
export const dates: ReadyRule = {
  name: 'dates',
  scope: 'body',
  find(text, _places, key) {
    if (key !== null && /version$/i.test(key) && wholeIsoDate.test(text)) return []
    return /\d/.test(text) ? spansOf(text, date) : []
  },
  replace: () => '‹date›',
}
