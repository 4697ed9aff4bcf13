import { type Call, chat, longText, messages, responses } from './requests.ts'

/** A change of a user's code, with what the failure must say. */
export interface Edit {
  what: string
  before: Call[]
  after: Call[]
  /** Part of the headline. `null`: the test still passes. */
  headline: string | RegExp | null
  /** `null`: a kind that has none. */
  path: string | null
  /** A setting of the test, as code. */
  configure?: string
  /** How its test is declared: once, twice with one full name, or from a table. */
  declared?: 'twice' | 'each'
}

// biome-ignore lint/suspicious/noExplicitAny: a request's body
type Change = (body: any, call: Call) => void

/** One call before and after a change of its body. */
function one(what: string, base: () => Call, change: Change, headline: Edit['headline'], path: string): Edit {
  return { what, ...changed(base, change), headline, path }
}

function changed(base: () => Call, change: Change): Pick<Edit, 'before' | 'after'> {
  const after = base()
  change(after.body, after)
  return { before: [base()], after: [after] }
}

/** A call whose system prompt is `text`. */
const prompted = (text: string) => () => {
  const call = chat()
  call.body.messages[0].content = text
  return call
}
const system: Change = (body) => {
  body.messages[0].content = body.messages[0].content.replace('MARK', 'CHANGED')
}

/** Of a key's shape; it must never be printed. */
export const secret = 'sk-proj-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4MDEyMzQ1Njc4OQ'

const ten = longText(10_000)
const halfway = Math.floor(ten.length / 2)
const questions = ['First?', 'Second?', 'Third?']
const three = () => questions.map((question) => chat(question))
const swapped = () => [chat('Second?'), chat('First?'), chat('Third?')]

export const edits: Edit[] = [
  one(
    'the prompt',
    chat,
    (body) => {
      body.messages[0].content = body.messages[0].content.replace('one', 'one short')
    },
    'the system prompt changed',
    'messages[0].content',
  ),
  one(
    'one word in a prompt of 10 kB',
    prompted(`${ten.slice(0, halfway)} MARK ${ten.slice(halfway)}`),
    system,
    'the system prompt changed',
    'messages[0].content',
  ),
  one(
    'one word in one line of 10 kB',
    prompted(`${ten.slice(0, halfway)} MARK ${ten.slice(halfway)}`.replaceAll('\n', ' ')),
    system,
    'the system prompt changed',
    'messages[0].content',
  ),
  one(
    'one word in a prompt of 1 MB',
    prompted(`${longText(1_000_000)}\nMARK`),
    system,
    'the system prompt changed',
    'messages[0].content',
  ),
  one(
    'every line of a prompt of 10 kB',
    prompted(ten),
    (body) => {
      body.messages[0].content = ten.replaceAll('Rule', 'Law')
    },
    'the system prompt changed',
    'messages[0].content',
  ),
  one(
    'white space at the end of the prompt',
    chat,
    (body) => {
      body.messages[0].content += ' '
    },
    'the system prompt changed',
    'messages[0].content',
  ),
  one(
    'line ends',
    chat,
    (body) => {
      body.messages[0].content = body.messages[0].content.replaceAll('\n', '\r\n')
    },
    'the system prompt changed',
    'messages[0].content',
  ),
  one(
    'a limit in a tool schema',
    chat,
    (body) => {
      body.tools[0].function.parameters.properties.limit.maximum = 20
    },
    'the schema of tool search changed at parameters.properties.limit.maximum: 10 → 20',
    'tools[0].function.parameters.properties.limit.maximum',
  ),
  one(
    'a required argument',
    chat,
    (body) => {
      body.tools[0].function.parameters.required.push('limit')
    },
    'the schema of tool search',
    'tools[0].function.parameters.required[1]',
  ),
  one(
    'a tool added',
    chat,
    (body) => {
      body.tools.push({ type: 'function', function: { name: 'forget', parameters: {} } })
    },
    'tool forget is newly offered',
    'tools[2]',
  ),
  one(
    'a tool added in front',
    chat,
    (body) => {
      body.tools.unshift({ type: 'function', function: { name: 'forget', parameters: {} } })
    },
    'tool forget is newly offered',
    'tools[0]',
  ),
  one(
    'a tool removed',
    chat,
    (body) => {
      body.tools.pop()
    },
    'tool remember is no longer offered',
    'tools[1]',
  ),
  one(
    'all tools removed',
    chat,
    (body) => {
      delete body.tools
    },
    'the tools are no longer sent',
    'tools',
  ),
  one(
    'a tool renamed',
    chat,
    (body) => {
      body.tools[0].function.name = 'lookup'
    },
    'tool search is now called lookup',
    'tools[0].function.name',
  ),
  one(
    'the description of a tool',
    chat,
    (body) => {
      body.tools[0].function.description = 'Searches the old handbook.'
    },
    'the description of tool search changed',
    'tools[0].function.description',
  ),
  one(
    'the model',
    chat,
    (body) => {
      body.model = 'gpt-5'
    },
    'the model changed: gpt-5-mini → gpt-5',
    'model',
  ),
  one(
    'temperature',
    chat,
    (body) => {
      body.temperature = 0.2
    },
    'temperature changed: 0 → 0.2',
    'temperature',
  ),
  one(
    'top_p',
    chat,
    (body) => {
      body.top_p = 0.9
    },
    'top_p is newly sent: 0.9',
    'top_p',
  ),
  one(
    'stream',
    chat,
    (body) => {
      body.stream = true
    },
    'stream is newly sent: true',
    'stream',
  ),
  one(
    'max_tokens removed',
    chat,
    (body) => {
      delete body.max_tokens
    },
    'max_tokens is no longer sent',
    'max_tokens',
  ),
  one(
    'a number becomes a string',
    chat,
    (body) => {
      body.max_tokens = '200'
    },
    /max_tokens changed.*200.*200/,
    'max_tokens',
  ),
  one(
    'null becomes missing',
    () => {
      const call = chat()
      call.body.stop = null
      return call
    },
    (body) => {
      delete body.stop
    },
    'stop is no longer sent',
    'stop',
  ),
  one(
    'a message at the end',
    chat,
    (body) => {
      body.messages.push({ role: 'user', content: 'Please.' })
    },
    'one message more than recorded: message 7 (user)',
    'messages[6]',
  ),
  one(
    'a message in the middle',
    chat,
    (body) => {
      body.messages.splice(4, 0, { role: 'user', content: 'Well?' })
    },
    'one message more than recorded: message 5 (user)',
    'messages[4]',
  ),
  one(
    'the last messages removed',
    chat,
    (body) => {
      body.messages.length = 4
    },
    /2 messages fewer than recorded/,
    'messages[4]',
  ),
  one(
    'a tool result',
    chat,
    (body) => {
      body.messages[3].content = '{"page":13,"text":"Open from 9 to 18."}'
    },
    'message 4 (tool result of search) changed',
    'messages[3].content',
  ),
  one(
    'arguments of a tool call',
    chat,
    (body) => {
      body.messages[2].tool_calls[0].function.arguments = '{"query":"office hours"}'
    },
    /message 3 \(assistant\)/,
    'messages[2].tool_calls[0].function.arguments',
  ),
  one(
    'a role',
    chat,
    (body) => {
      body.messages[0].role = 'developer'
    },
    /role.*system → developer/,
    'messages[0].role',
  ),
  one(
    'a response format',
    chat,
    (body) => {
      body.response_format = {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: { type: 'object', properties: { text: { type: 'string' } } } },
      }
    },
    'response_format is newly sent',
    'response_format',
  ),
  one(
    'escapes of a terminal in the text',
    prompted('plain MARK'),
    (body) => {
      body.messages[0].content = '\u001b[31mred\u001b[0m \u0007 \u202eright\u202c \u009b2J'
    },
    'the system prompt changed',
    'messages[0].content',
  ),
  one(
    'escapes of a terminal in a model name',
    chat,
    (body) => {
      body.model = 'gpt\u001b[2J\u001b]0;x\u0007'
    },
    'the model changed',
    'model',
  ),
  one(
    'letters of other scripts',
    prompted('Antworte: Käse, 日本語, العربية 🧀 MARK'),
    system,
    'the system prompt changed',
    'messages[0].content',
  ),
  one(
    'a key in the prompt, next to the change',
    prompted(`Use ${secret} for MARK.`),
    system,
    'the system prompt changed',
    'messages[0].content',
  ),
  one(
    'a structure with a field called like a secret',
    chat,
    (body) => {
      body.metadata = { password: 'hunter2-hunter2', tenant: 'a' }
    },
    'metadata is newly sent',
    'metadata',
  ),
  one(
    'the system prompt of Anthropic',
    messages,
    (body) => {
      body.system[0].text = 'Answer in two sentences.'
    },
    'the system prompt changed',
    'system[0].text',
  ),
  one(
    'a message of Anthropic',
    messages,
    (body) => {
      body.messages[2].content = 'And in summer?'
    },
    'message 3 (user) changed',
    'messages[2].content',
  ),
  one(
    'a tool schema of Anthropic',
    messages,
    (body) => {
      body.tools[0].input_schema.properties.query.type = 'array'
    },
    'the schema of tool search changed at input_schema.properties.query.type: string → array',
    'tools[0].input_schema.properties.query.type',
  ),
  one(
    'anthropic-beta',
    messages,
    (_, call) => {
      call.headers = { ...call.headers, 'anthropic-beta': 'other-2026-01-01' }
    },
    'header anthropic-beta changed',
    'headers.anthropic-beta',
  ),
  one(
    'instructions of responses',
    responses,
    (body) => {
      body.instructions = 'Answer in two sentences.'
    },
    'the system prompt changed',
    'instructions',
  ),
  one(
    'an input item of responses',
    responses,
    (body) => {
      body.input[2].content[0].text = 'And in summer?'
    },
    /(message|item) 3 \(user\) changed/,
    'input[2].content[0].text',
  ),
  one(
    'another endpoint',
    () => ({
      path: '/v1/chat/completions',
      body: { model: 'gpt-5-mini', messages: [{ role: 'user', content: 'Hi?' }] },
    }),
    (body, call) => {
      call.path = '/v1/responses'
      body.input = body.messages
      delete body.messages
    },
    /the path changed: \/v1\/chat\/completions → \/v1\/responses/,
    'url.path',
  ),
  one(
    'a query parameter',
    chat,
    (_, call) => {
      call.path += '?api-version=2026-01-01'
    },
    /query parameter api-version is newly sent/,
    'url.query.api-version',
  ),
  { what: 'calls swapped', before: three(), after: swapped(), headline: null, path: null },
  {
    what: 'calls swapped, order strict',
    before: three(),
    after: swapped(),
    headline: "call 1 was made where the recording has call 0 (order: 'strict')",
    path: 'call_index',
    configure: "order: 'strict'",
  },
  {
    what: 'one call more',
    before: three(),
    after: [...three(), chat('Fourth?')],
    headline: 'call 3 was never recorded; the recording has 3 calls',
    path: 'call_index',
  },
  {
    what: 'a call repeated',
    before: three(),
    after: [chat('First?'), chat('First?'), chat('Second?'), chat('Third?')],
    headline: /call 0 was asked once more than recorded|message 6 \(user\) changed/,
    path: null,
  },
  {
    what: 'one call fewer',
    before: three(),
    after: three().slice(0, 2),
    headline: 'recorded call 2 (openai chat completions) was never made; the test made 2 of 3',
    path: 'call_index',
  },
  {
    what: 'the second of three calls',
    before: three(),
    after: three().map((call, at) => (at === 1 ? chat('Something else?') : call)),
    headline: 'message 6 (user) changed',
    path: 'messages[5].content',
  },
  { what: 'no recording', before: [], after: [chat()], headline: 'this test has no recording', path: null },
  {
    ...one(
      'two tests of one full name',
      chat,
      (body) => {
        body.top_k = 1
      },
      'top_k is newly sent: 1',
      'top_k',
    ),
    declared: 'twice',
  },
  {
    ...one(
      'a parameterised test',
      chat,
      (body) => {
        body.top_k = 1
      },
      'top_k is newly sent: 1',
      'top_k',
    ),
    declared: 'each',
  },
]
