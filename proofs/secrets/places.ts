import { fillIn, type SecretExchange } from '../clients/secret-exchange.ts'
import { formless, keyBlock, keyLines, randomRun, secretForms } from './forms.ts'
import { frameKinds, framesOf } from './frames.ts'
import { cut, deltaKinds, streamOf } from './streams.ts'

type Part = Partial<Omit<SecretExchange, 'answer'>> & { answer?: Partial<SecretExchange['answer']> }

const json = (value: unknown) => JSON.stringify(value)
const user = (content: string, more: object = {}) =>
  json({ model: 'm', messages: [{ role: 'user', content }], ...more })
const chatAnswer = (content: string, more: object = {}) =>
  json({
    id: 'c',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
  })

/**
 * Every place in which a secret can stand, each with fresh secrets.
 *
 * @param marker makes the requests of one set differ from those of another
 * @param key the credential of the environment, as answers say it back; requests carry marks for the one in force
 */
export function secretExchanges(marker: string, key: string): SecretExchange[] {
  const exchanges: SecretExchange[] = []
  const add = (name: string, places: string[], build: (secret: (form?: string) => string) => Part) => {
    const secrets: string[] = []
    const part = build((form) => {
      const value = form === undefined ? formless() : (secretForms[form] as () => string)()
      secrets.push(value)
      return value
    })
    exchanges.push({
      name: name.replaceAll(/\W+/g, '-').toLowerCase(),
      path: '/v1/chat/completions',
      method: 'POST',
      body: user(`${marker} ${name}`),
      headers: [],
      ...part,
      secrets: [...secrets, ...(part.secrets ?? [])],
      places,
      answer: {
        status: 200,
        headers: [['content-type', 'application/json']],
        pieces: [chatAnswer('Fine.')],
        ...part.answer,
      },
    })
  }
  const text = (more: string) => user(`${marker}: ${more}`)

  for (const form of Object.keys(secretForms))
    add(`form ${form}`, ['message content', 'answer content', 'error text'], (secret) => ({
      body: text(`here is "${secret(form)}", and ${secret(form)}.`),
      answer: {
        pieces: [chatAnswer(`You said ${secret(form)}\nIncorrect API key provided: ${secret(form)}.`)],
      },
    }))

  add(
    'credential headers',
    ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'cookie'],
    (secret) => ({
      headers: [
        ['x-api-key', secret()],
        ['api-key', secret()],
        ['x-goog-api-key', secret()],
        ['cookie', `session=${secret()}; theme=dark`],
        ['ocp-apim-subscription-key', secret()],
      ],
    }),
  )
  add("headers of a vendor's own", ['header by name', 'header by form', 'header bearer'], (secret) => ({
    headers: [
      ['x-corp-session-token', secret()],
      ['x-customer-secret', secret()],
      ['x-tenant', `tenant ${secret('openai project')}`],
      ['x-forward-to', `Bearer ${secret()}`],
      ['x-origin-url', `https://jo:${secret()}@corp.test/?token=${secret()}`],
    ],
  }))
  for (const name of [
    'api_key',
    'key',
    'access_token',
    'X-Amz-Signature',
    'sig',
    'client_secret',
    'code_token',
  ])
    add(`query ${name}`, ['query'], (secret) => ({
      path: `/v1/chat/completions?${name}=${secret()}&marker=${marker}`,
    }))
  add('query by form', ['query by form'], (secret) => ({
    path: `/v1/chat/completions?note=${secret('groq')}`,
  }))
  add('user info', ['user info of the URL'], (secret) => ({ userInfo: `jo:${secret()}` }))
  add('user info in text', ['user info in text', 'query in text'], (secret) => ({
    body: text(
      `postgres://admin:${secret()}@db.corp.test/main and https://api.test/v1?api_key=${secret()}&x=1.`,
    ),
    answer: {
      pieces: [
        chatAnswer(`see redis://:${secret()}@cache:6379/0 or https://s3.test/a?X-Amz-Signature=${secret()}`),
      ],
    },
  }))
  add('body fields', ['body field', 'nested body field', 'answer field'], (secret) => ({
    body: user(marker, {
      password: secret(),
      metadata: {
        apiKey: secret(),
        list: [{ client_secret: secret() }, { deep: { er: { refresh_token: [secret()] } } }],
      },
      tools: [
        {
          type: 'mcp',
          server_url: 'https://mcp.test',
          authorization: secret(),
          headers: { Authorization: `Bearer ${secret()}`, 'X-Auth-Token': secret() },
        },
      ],
    }),
    answer: {
      pieces: [
        json({
          id: 'c',
          choices: [],
          session: { clientSecret: secret(), nested: [{ accessToken: secret() }] },
          client_secret: { value: secret('openai') },
        }),
      ],
    },
  }))
  add('names of fields', ['key of an object'], (secret) => ({
    body: user(marker, { metadata: { [secret('openai project')]: 'owner' } }),
  }))
  add('tool arguments', ['tool arguments', 'JSON in JSON', 'tool result'], (secret) => {
    const inner = json({
      password: secret(),
      note: secret('anthropic'),
      again: json({ api_key: secret(), more: json({ token: secret() }) }),
    })
    return {
      body: user(marker, {
        messages: [
          { role: 'user', content: marker },
          {
            role: 'assistant',
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'login', arguments: inner } }],
          },
          {
            role: 'tool',
            tool_call_id: 'call_1',
            content: json({ access_token: secret(), log: `curl -H "Authorization: Bearer ${secret()}"` }),
          },
        ],
      }),
      answer: {
        pieces: [
          chatAnswer('', {
            tool_calls: [
              {
                id: 'call_2',
                type: 'function',
                function: {
                  name: 'login',
                  arguments: json({
                    user: 'jo',
                    password: secret(),
                    header: `Basic ${Buffer.from(`jo:${secret()}`).toString('base64')}`,
                  }),
                },
              },
            ],
          }),
        ],
      },
    }
  })
  add('broken JSON in text', ['JSON fragment', 'Python literal'], (secret) => ({
    body: text(`log {"api_key": "${secret()}", "x and {'client_secret': '${secret()}'}`),
    answer: { pieces: [chatAnswer(`{"password":"${secret()}", "trunc`)] },
  }))
  add('authorization in text', ['bearer', 'basic', 'authorization'], (secret) => ({
    body: text(
      `curl -H 'Authorization: Bearer ${secret()}' and Basic ${Buffer.from(`jo:${secret()}`).toString('base64')}`,
    ),
    answer: {
      status: 401,
      headers: [['content-type', 'text/plain']],
      pieces: [`bad header: authorization: Bearer ${secret()}`],
    },
  }))
  const lines = keyLines()
  const otherLines = keyLines()
  add('private key', ['PEM block', 'escaped PEM block'], () => ({
    body: text(keyBlock(lines)),
    secrets: [...lines, ...otherLines],
    answer: { pieces: [chatAnswer(json({ pem: keyBlock(otherLines) }))] },
  }))
  add(
    'own credential',
    ['own value', 'own value in base64', 'own value in a URL', 'own value echoed'],
    () => ({
      body: user(`${marker} {{OWN}} and {{OWN_URL}}`, {
        blob: '{{OWN_BASE64}}',
        again: json({ note: 'x {{OWN_RAW}} y' }),
      }),
      answer: {
        status: 401,
        pieces: [
          json({
            error: {
              message: fillIn(
                'Incorrect API key provided: {{OWN_RAW}}. blob {{OWN_BASE64}} url {{OWN_URL}}',
                key,
              ),
              code: 'invalid_api_key',
            },
          }),
        ],
      },
    }),
  )
  add('form body', ['form body'], (secret) => ({
    path: '/token',
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: `grant_type=x&client_secret=${secret()}&password=${secret()}&marker=${marker}`,
    answer: { pieces: [json({ access_token: secret(), token_type: 'bearer', expires_in: 5 })] },
  }))
  add('text body', ['text body', 'HTML error'], (secret) => ({
    path: '/log',
    headers: [['content-type', 'text/plain']],
    body: `${marker} Bearer ${secret()} at https://x.test/?token=${secret()} with ${secret('stripe')}`,
    answer: {
      status: 502,
      headers: [['content-type', 'text/html']],
      pieces: [`<a href="https://x.test/?api_key=${secret()}">${secret('npm')}</a>`],
    },
  }))
  add(
    'answer headers',
    ['answer header by form', 'answer header by name', 'location', 'first set-cookie', 'second set-cookie'],
    (secret) => ({
      answer: {
        headers: [
          ['content-type', 'application/json'],
          ['x-request-id', secret('openai project')],
          ['location', `https://jo:${secret()}@corp.test/next?access_token=${secret()}`],
          ['x-session-token', secret()],
          ['set-cookie', `sid=${secret()}; Path=/; HttpOnly`],
          ['set-cookie', `refresh=${secret()}; Path=/`],
        ],
      },
    }),
  )
  add('reason phrase', ['reason phrase'], (secret) => ({
    answer: {
      status: 403,
      reason: `Bad key ${secret('openai')}`,
      pieces: [json({ error: { message: 'no' } })],
    },
  }))
  add('compressed answer', ['gzip'], (secret) => ({
    answer: {
      gzip: true,
      headers: [
        ['content-type', 'application/json'],
        ['content-encoding', 'gzip'],
      ],
      pieces: [chatAnswer(`key ${secret('xai')} ${secret('google')}`)],
    },
  }))
  add('transport error', ['transport error'], (secret) => ({
    transportError: `proxy http://jo:${secret()}@proxy.test refused Bearer ${secret()} and ${secret('openai')} and {{OWN_RAW}}`,
  }))

  const stream = (
    name: string,
    places: string[],
    build: (secret: (form?: string) => string) => Part & { pieces: string[] },
  ) =>
    add(name, places, (secret) => {
      const { pieces, ...part } = build(secret)
      return { ...part, answer: { headers: [['content-type', 'text/event-stream']], pieces, ...part.answer } }
    })
  const sayer = (isJson: boolean) => (secret: (form?: string) => string) => {
    const own = fillIn('{{OWN_RAW}} or {{OWN_BASE64}}', key)
    const found = `key ${secret('openai project')} and ${secret('anthropic')}, ${own}; Bearer ${secret()} ${secret('json web token')}`
    return isJson
      ? json({
          note: found,
          password: secret(),
          deep: { api_key: secret(), list: [json({ token: secret() })] },
        })
      : `${found} https://jo:${secret()}@x.test/ {"password": "${secret()}"} end`
  }
  for (const [kind, { path, json: isJson }] of Object.entries(frameKinds)) {
    const said = sayer(isJson === true)
    const headers: [string, string][] = [['content-type', 'application/vnd.amazon.eventstream']]
    const frames = (name: string, sizes: { most?: number; widest?: number }, end?: 'reset') =>
      add(name, [`${kind} frames`], (secret) => {
        const pieces = framesOf(kind, said(secret), sizes)
        return { path, answer: { headers, binary: true, pieces, ...(end && { end }) } }
      })
    frames(`${kind} in frames`, {})
    frames(`${kind} frame by character`, { most: 1 })
    frames(`${kind} frames in tiny pieces`, { most: 40, widest: 7 })
    frames(`${kind} in frames broken off`, {}, 'reset')
  }
  for (const [kind, { path, json: isJson }] of Object.entries(deltaKinds)) {
    const said = sayer(isJson === true)
    const place = [`${kind} deltas`]
    stream(`${kind} in deltas`, place, (secret) => ({ path, pieces: streamOf(kind, said(secret)) }))
    stream(`${kind} by character`, place, (secret) => ({
      path,
      pieces: streamOf(kind, said(secret), { most: 1 }),
    }))
    stream(`${kind} in tiny pieces`, [`${kind} raw pieces`], (secret) => ({
      path,
      pieces: streamOf(kind, said(secret), { most: 40, widest: 7 }),
    }))
    stream(`${kind} broken off`, [`${kind} broken stream`], (secret) => ({
      path,
      pieces: streamOf(kind, said(secret)).slice(0, -1),
      answer: { end: 'reset' },
    }))
  }
  stream('odd events', ['SSE comment', 'SSE data that is no JSON', 'SSE error event'], (secret) => ({
    pieces: cut(
      `: debug ${secret('groq')}\n\ndata: plain ${secret('openai')}\n\nevent: error\ndata: ${json({ error: { message: `Incorrect API key provided: ${secret('openai')}`, api_key: secret() } })}\n\nid: ${secret('slack')}\ndata: [DONE]\n\n`,
      9,
    ),
  }))
  add('lines of JSON', ['NDJSON deltas'], (secret) => ({
    path: '/generate',
    answer: {
      headers: [['content-type', 'application/x-ndjson']],
      pieces: cut(
        cut(`so ${secret('hugging face')} and ${key} `, 4)
          .map((response) => `${json({ model: 'm', response, done: false })}\n`)
          .join(''),
        60,
      ),
    },
  }))
  add('plain text stream', ['text stream'], (secret) => ({
    path: '/generate',
    answer: {
      headers: [['content-type', 'text/plain']],
      pieces: cut(`${randomRun(30)} ${secret('replicate')} Bearer ${secret()} ${key} end`, 4),
    },
    body: user(marker, { stream: true }),
  }))
  return exchanges
}

/** A stream whose process is killed before its end comes. */
export function endlessExchange(marker: string, key: string): SecretExchange {
  const shown = secretForms['openai project']?.() ?? ''
  const field = formless()
  const bearer = formless()
  const said = `Kept for the take. ${shown} and Bearer ${bearer} {"password": "${field}"} ${key} and then nothing. `
  return {
    name: 'endless',
    path: '/v1/chat/completions',
    method: 'POST',
    headers: [],
    body: user(marker, { stream: true }),
    answer: {
      status: 200,
      headers: [['content-type', 'text/event-stream']],
      pieces: streamOf('openai content', said, { ends: false }),
      end: 'open',
    },
    secrets: [shown, field, bearer],
    places: ['take of a killed process'],
  }
}
