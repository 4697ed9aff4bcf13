import fc from 'fast-check'
import type { RecordedRequest } from '../../../src/cassette/records.ts'
import type { JsonValue } from '../../../src/json/value.ts'
import type { IgnoreName } from '../../../src/match/ignore/names.ts'
import type { Places } from '../../../src/match/ignore/ready-rule.ts'

/** The directories of the process that replays. */
export const own: Places & { cwd: string; home: string } = { cwd: '/builds/x/proj', home: '/root' }

/** What one machine at one moment puts into a request. */
export interface Surroundings {
  dates: string[]
  uuids: string[]
  ids: string[]
  rpcIds: (number | string)[]
  cwd: string
  home: string
  newline: string
}

/** Everything of which two surroundings of a pair may differ. */
export const kinds: readonly IgnoreName[] = ['dates', 'uuids', 'ids', 'cwd', 'home', 'line-endings']

const moment = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
})

const locale = (options: Intl.DateTimeFormatOptions, tag = 'en-US') => {
  const format = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options })
  return (date: Date) => format.format(date)
}

/** How programs write dates; made by the platform's own formatters, not by the rule's grammar. */
export const dateForms: ((date: Date) => string)[] = [
  (date: Date) => date.toISOString(),
  (date: Date) => date.toISOString().slice(0, 10),
  (date: Date) => date.toISOString().slice(0, 19).replace('T', ' '),
  (date: Date) => date.toISOString().replace('Z', '+02:00'),
  (date: Date) => date.toUTCString(),
  (date: Date) => date.toString(),
  (date: Date) => date.toDateString(),
  (date: Date) => date.toUTCString().replace('GMT', '+0000'),
  locale({}),
  locale({}, 'en-GB'),
  locale({ dateStyle: 'full' }),
  locale({ dateStyle: 'long' }),
  locale({ dateStyle: 'medium' }),
  locale({ dateStyle: 'full' }, 'en-GB'),
  locale({ dateStyle: 'medium' }, 'en-GB'),
  locale({ dateStyle: 'full', timeStyle: 'long' }),
  locale({ weekday: 'long', month: 'long', day: 'numeric' }),
  locale({ month: 'long', year: 'numeric' }),
  locale({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
]

const letters = (alphabet: string, length: number) =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length })
    .map((characters) => characters.join(''))

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Ids as APIs and SDKs make them, one list per form. */
export const idForms: fc.Arbitrary<string>[] = [
  letters(base62, 24).map((tail) => `call_${tail}`),
  letters(base62, 22).map((tail) => `toolu_01${tail}`),
  letters(base62, 29).map((tail) => `chatcmpl-${tail}`),
  letters('0123456789abcdef', 48).map((tail) => `resp_${tail}`),
  letters('0123456789abcdef', 48).map((tail) => `msg_${tail}`),
]

const pathParts = fc.array(fc.constantFrom('home', 'ann', 'work', 'a.b', 'my project', 'x-1', 'été'), {
  minLength: 1,
  maxLength: 3,
})

/** Another machine's directory, POSIX or Windows. */
export const anyDirectory: fc.Arbitrary<string> = fc.oneof(
  pathParts.map((parts) => `/${parts.join('/')}/proj`),
  pathParts.map((parts) => `C:\\${parts.join('\\')}\\proj`),
)

const distinct = <T>(arbitrary: fc.Arbitrary<T>, length: number) =>
  fc.uniqueArray(arbitrary, { minLength: length, maxLength: length })

/** Two surroundings that differ in everything; dates keep their form, as a program's do. */
export const twoSurroundings: fc.Arbitrary<[recorded: Surroundings, incoming: Surroundings]> = fc
  .record({
    forms: fc.array(fc.constantFrom(...dateForms), { minLength: 3, maxLength: 3 }),
    moments: distinct(moment, 6),
    uuids: distinct(fc.uuid(), 4),
    ids: fc.constantFrom(...idForms).chain((form) => distinct(form, 4)),
    rpcIds: fc.uniqueArray(fc.oneof(fc.nat(), letters(base62, 6)), {
      minLength: 4,
      maxLength: 4,
      selector: String,
    }),
    cwd: anyDirectory,
    home: fc.constantFrom('/Users/bob', '/home/lé a', 'D:\\Users\\bob'),
  })
  .map(({ forms, moments, uuids, ids, rpcIds, cwd, home }) => {
    const written = (from: number) => forms.map((form, index) => form(moments[from + index] as Date))
    return [
      {
        dates: written(0),
        uuids: uuids.slice(0, 2),
        ids: ids.slice(0, 2),
        rpcIds: rpcIds.slice(0, 2),
        cwd,
        home,
        newline: '\r\n',
      },
      {
        dates: written(3),
        uuids: uuids.slice(2),
        ids: ids.slice(2),
        rpcIds: rpcIds.slice(2),
        ...own,
        newline: '\n',
      },
    ] satisfies [Surroundings, Surroundings]
  })

/** `recorded` in one respect, `incoming` in all others. */
export function differingIn(kind: IgnoreName, recorded: Surroundings, incoming: Surroundings): Surroundings {
  switch (kind) {
    case 'dates':
      return { ...incoming, dates: recorded.dates }
    case 'uuids':
      return { ...incoming, uuids: recorded.uuids }
    case 'ids':
      return { ...incoming, ids: recorded.ids, rpcIds: recorded.rpcIds }
    case 'cwd':
      return { ...incoming, cwd: recorded.cwd }
    case 'home':
      return { ...incoming, home: recorded.home }
    case 'line-endings':
      return { ...incoming, newline: recorded.newline }
  }
}

/** A tool loop of a coding agent, with something of every kind in prose, JSON text, structures, URL and headers. */
export function agentRequest(
  around: Surroundings,
  edit: (body: AgentBody) => void = () => {},
): RecordedRequest {
  const { dates, uuids, ids, rpcIds, cwd, home, newline } = around
  const separator = cwd.includes('\\') ? '\\' : '/'
  const file = [cwd, 'src', 'a.ts'].join(separator)
  const homeSeparator = home.includes('\\') ? '\\' : '/'
  const source = ['line one', 'line two', ''].join(newline)
  const body: AgentBody = {
    model: 'gpt-4o-2024-08-06',
    temperature: 0.5,
    metadata: {
      run: uuids[0] as string,
      protocolVersion: '2025-06-18',
      attempts: 3,
      note: `since ${dates[2]}`,
    },
    messages: [
      {
        role: 'system',
        content: [
          `Today is ${dates[0]}. You work in ${cwd}.`,
          `Cache: ${home}${homeSeparator}.cache, opening hours 10:00-11:00, version 1.2.3, budget 20261130.`,
          `Session ${uuids[0]}, parent ${uuids[1]}, started at ${dates[1]}`,
        ].join(newline),
      },
      {
        role: 'assistant',
        tool_calls: [
          { id: ids[0] as string, name: 'call_customer_service2', arguments: JSON.stringify({ path: file }) },
          { id: ids[1] as string, name: 'read_file', arguments: JSON.stringify({ day: dates[0] }) },
        ],
      },
      { role: 'tool', tool_call_id: ids[0] as string, content: JSON.stringify({ source }) },
      { role: 'tool', tool_call_id: ids[1] as string, content: `${file}: 2 problems` },
      { role: 'tool', content: { jsonrpc: '2.0', id: rpcIds[0] as JsonValue, result: { id: 7 } } },
      { role: 'tool', content: [{ jsonrpc: '2.0', id: rpcIds[1] as JsonValue, result: {} }] },
    ],
  }
  edit(body)
  return {
    provider: 'openai',
    dialect: 'openai-chat',
    model: body.model,
    method: 'POST',
    url: `https://api.openai.com/v1/threads/${ids[0]}/runs?api-version=2024-10-21&trace=${uuids[1]}`,
    headers: [
      ['anthropic-version', '2023-06-01'],
      ['x-session', uuids[1] as string],
    ],
    body: { json: body as unknown as JsonValue },
  }
}

export interface AgentBody {
  model: string
  temperature: number
  metadata: { run: string; protocolVersion: string; attempts: number; note: string }
  // biome-ignore lint/suspicious/noExplicitAny: edits reach into it as a user's editor would
  messages: any[]
}
