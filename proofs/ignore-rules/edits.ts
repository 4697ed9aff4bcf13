import type { RecordedRequest } from '../../src/cassette/records.ts'
import { type AgentBody, agentRequest, type Surroundings } from '../../test/match/ignore/volatile-requests.ts'

/** A change that no ready-made rule may forgive, though it looks much like what one forgives. */
export interface Edit {
  what: string
  apply(around: Surroundings): RecordedRequest
}

const inPrompt = (what: string, from: string | RegExp, to: string): Edit =>
  inBody(what, (body) => {
    body.messages[0].content = replaced(body.messages[0].content, from, to)
  })

const inBody = (what: string, edit: (body: AgentBody, around: Surroundings) => void): Edit => ({
  what,
  apply: (around) => agentRequest(around, (body) => edit(body, around)),
})

const aside = (what: string, edit: (request: RecordedRequest) => Partial<RecordedRequest>): Edit => ({
  what,
  apply(around) {
    const request = agentRequest(around)
    return { ...request, ...edit(request) }
  },
})

/** Fails where nothing is replaced: an edit that changes nothing would prove nothing. */
function replaced(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, to)
  if (result === text) throw new Error(`${from} is not in ${text}`)
  return result
}

export const edits: readonly Edit[] = [
  inPrompt('a word', 'You work', 'You play'),
  inPrompt('a letter in another case', 'Today', 'today'),
  inPrompt('a version', '1.2.3', '1.2.4'),
  inPrompt('a span of time', '10:00-11:00', '10:00-12:00'),
  inPrompt('a plain number of eight digits', '20261130', '20261201'),
  inPrompt('a space', 'Cache: ', 'Cache:  '),
  inPrompt('a line break more', 'You work', '\nYou work'),
  inPrompt('a lone carriage return', 'You work', '\rYou work'),
  inPrompt('a sentence more', '1.2.3,', '1.2.3, pinned,'),
  inPrompt('a date that is none', 'version 1.2.3', 'version 2026-13-45'),
  inPrompt('a file below home', '.cache', '.config'),
  inPrompt('a file below an absolute path', 'Cache:', 'Cache: /etc/hosts or'),
  inBody('a date more', (body, { dates }) => {
    body.messages[0].content += ` and ${dates[0]}`
  }),
  inBody('a date fewer', (body, { dates }) => {
    body.messages[0].content = replaced(body.messages[0].content, dates[0] as string, 'unknown')
  }),
  inBody('a date at another place', (body, { dates }) => {
    const { content } = body.messages[0]
    body.messages[0].content = `${dates[0]}: ${replaced(content, dates[0] as string, 'then')}`
  }),
  inBody('two UUIDs made one', (body, { uuids }) => {
    body.messages[0].content = replaced(body.messages[0].content, uuids[1] as string, uuids[0] as string)
  }),
  inBody('two ids swapped on one side', (body, { ids }) => {
    body.messages[2].tool_call_id = ids[1]
    body.messages[3].tool_call_id = ids[0]
  }),
  inBody('an id of another thing', (body, { ids }) => {
    body.messages[2].tool_call_id = replaced(ids[0] as string, /^[a-z]+(?=[_-])/, 'item')
  }),
  inBody('two ids made one', (body, { ids }) => {
    body.messages[3].tool_call_id = ids[0]
  }),
  inBody('two JSON-RPC ids made one', (body, { rpcIds }) => {
    body.messages[5].content[0].id = rpcIds[0]
  }),
  inBody('an id that is no JSON-RPC id', (body) => {
    body.messages[4].content.result.id = 8
  }),
  inBody('the name of a tool that reads like an id', (body) => {
    body.messages[1].tool_calls[0].name = 'call_customer_service3'
  }),
  inBody('the file in a tool call', (body) => {
    const call = body.messages[1].tool_calls[0]
    call.arguments = replaced(call.arguments, 'a.ts', 'b.ts')
  }),
  inBody('the directory beside', (body, { cwd }) => {
    const call = body.messages[1].tool_calls[0]
    call.arguments = replaced(
      call.arguments,
      JSON.stringify(cwd).slice(1, -1),
      `${JSON.stringify(cwd).slice(1, -1)}2`,
    )
  }),
  inBody('a directory in one place only', (body) => {
    body.messages[3].content = '/srv/other/src/a.ts: 2 problems'
  }),
  inBody('the text of a tool result', (body) => {
    body.messages[2].content = replaced(body.messages[2].content, 'line two', 'line 2')
  }),
  inBody('a dated model', (body) => {
    body.model = 'gpt-4o-2024-11-20'
  }),
  inBody('a dated protocol version', (body) => {
    body.metadata.protocolVersion = '2025-11-25'
  }),
  inBody('a number', (body) => {
    body.temperature = 0.6
  }),
  inBody('a count', (body) => {
    body.metadata.attempts = 4
  }),
  inBody('a number that became a text', (body) => {
    Object.assign(body.metadata, { attempts: '3' })
  }),
  inBody('a field more', (body) => {
    Object.assign(body, { seed: 1 })
  }),
  inBody('a message fewer', (body) => {
    body.messages.splice(4, 1)
  }),
  inBody('messages in another order', (body) => {
    const [system, ...rest] = body.messages
    body.messages = [...rest, system]
  }),
  aside('a dated API version in the URL', ({ url }) => ({ url: replaced(url, '2024-10-21', '2025-01-01') })),
  aside('a dated API version in a header', ({ headers }) => ({
    headers: headers.map(([name, value]) => [name, name === 'anthropic-version' ? '2024-01-01' : value]),
  })),
  aside('another path', ({ url }) => ({ url: replaced(url, '/runs', '/steps') })),
  aside('another host', ({ url }) => ({ url: replaced(url, 'api.', 'eu.api.') })),
  aside('another method', () => ({ method: 'PUT' })),
  aside('another provider', () => ({ provider: 'azure' })),
]
