import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFile } from '../support/agent-files.ts'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()
const cassette = 'src/__recordings__/ask.test.ts/asks.jsonl'
const asks = `test('asks', async () => { expect(await ask('One?')).toContain('One') })`

test('a damaged cassette fails its test with file, fault and advice, and is never repaired or replaced by replay', async () => {
  const damages: [name: string, damage: (whole: string) => string, says: string][] = [
    ['truncated', (whole) => whole.slice(0, whole.length - 200), 'cut off'],
    ['hand-edited', (whole) => whole.replace('One?', 'Two?'), 'line 2'],
    ['newer', (whole) => whole.replace('"format_version":1', '"format_version":7'), 'format'],
    ['conflicted', (whole) => `<<<<<<< HEAD\n${whole}=======\n${whole}>>>>>>> theirs\n`, 'conflict'],
    ['empty', () => '', 'empty'],
    ['binary', () => '\u0000\u0001\u0002', 'line 1'],
  ]
  const names = damages.map(([name]) => name)
  const user = await fixture.project(
    `test.each(${JSON.stringify([...names, 'well'])})('is %s', async () => { expect(await ask('One?')).toContain('One') })`,
  )
  await user.vitest([], { env: fixture.live('record') })
  const cassetteOf = (name: string) => `src/__recordings__/ask.test.ts/is ${name}.jsonl`
  const damaged = damages.map(([name, damage]) => [cassetteOf(name), damage(user.read(cassetteOf(name)))])
  user.write(Object.fromEntries(damaged))
  const result = await user.vitest([], { env: fixture.live() })
  expect(result.output).toContain(`${damages.length} failed | 1 passed`)
  for (const [name, , says] of damages) {
    const told = new RegExp(`CassetteError: ${cassetteOf(name)}.*(?:\\n.+)*`).exec(result.output)?.[0]
    expect(told, `${name}\n${result.output}`).toContain(says)
  }
  for (const [path, text] of damaged) expect(user.read(path as string), path).toBe(text)

  const again = await user.vitest([], { env: fixture.live('record') })
  expect(again.code, again.output).toBe(0)
  expect((await user.vitest([], { env: fixture.dead })).code).toBe(0)
})

test('a foreign or missing transcript is a warning, and an error in CI', async () => {
  const user = await fixture.project(asks)
  await user.vitest([], { env: fixture.live('record') })
  user.write({ [cassette.replace('.jsonl', '.md')]: '# something else\n' })
  const local = await user.vitest([], { env: fixture.dead })
  expect(local.code, local.output).toBe(0)
  expect(local.output).toContain('does not belong to the recording beside it')
  const ci = await user.vitest([], { env: { ...fixture.dead, CI: 'true' } })
  expect(ci.code).toBe(1)
  expect(ci.output).toContain('TranscriptError')
})

test('a config that cannot be read blocks every model call with one diagnostic; tests without calls still run', async () => {
  const user = await fixture.project(`${asks}\ntest('calls nothing', () => {})`)
  for (const [file, text, says] of [
    ['retake.config.ts', 'export default { mode: ', 'cannot be read'],
    ['retake.config.json', '{ "mode": "recrod" }', 'Did you mean record?'],
    ['retake.config.mjs', 'export default { unsued: "warn" }', 'did you mean unused?'],
    ['retake.config.js', 'export default 7', 'must export an object'],
    [
      'retake.config.mts',
      'export default { maxAge: await Promise.resolve(3) }',
      'cannot use await at its top level',
    ],
  ] as const) {
    user.write({ [file]: text })
    const result = await user.vitest([], { env: fixture.live('record') })
    expect(result.code, file).toBe(1)
    expect(result.output, file).toContain('ConfigError')
    expect(result.output, file).toContain(says)
    expect(result.output, file).toContain('1 failed | 1 passed')
    expect(fixture.provider.requests, file).toHaveLength(0)
    rmSync(user.path(file))
  }
})

test('a TypeScript config works, with a provider of its own and options that reach the sessions', async () => {
  const user = await fixture.project(
    `test('asks', async () => {
      const response = await fetch(process.env.PROVIDER_URL + '/odd/route', { method: 'POST', body: '{"a":1}', headers: { authorization: 'Bearer sk-x' } })
      expect(response.status).toBe(404)
    })`,
    {
      'retake.config.ts': `
        import { defineConfig, defineProvider } from 'retake'
        const mode: 'missing' = 'missing'
        export default defineConfig({ mode, providers: [defineProvider({ name: 'acme', hosts: ['localhost:' + new URL(process.env.PROVIDER_URL!).port] })] })`,
    },
  )
  const recorded = await user.vitest([], { env: fixture.live() })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.read(cassette)).toContain('"provider":"acme","dialect":"plain"')
  const replayed = await user.vitest([], { env: { ...fixture.live(), RETAKE: 'replay' } })
  expect(replayed.code, replayed.output).toBe(0)
  expect(fixture.provider.requests).toHaveLength(1)
})

test('a recordings folder that cannot be written fails the test and keeps the take', async () => {
  const user = await fixture.project(asks, { 'src/__recordings__': 'a file where the folder should be' })
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code).toBe(1)
  expect(result.output).toContain('RecordingsNotWritableError')
  expect(user.files('.retake/takes')).toHaveLength(1)
})

test('a disk that fills up while recording fails the test, which still got its answer, and keeps what had arrived', async () => {
  const user = await fixture.project(`
    test('asks', async () => {
      expect(await ask('Small?')).toContain('Small')
      const long = 'x'.repeat(700_000)
      expect(await ask('Large? ' + long)).toBeTruthy()
    })`)
  // In KiB: room for the modules that Vitest keeps in files, none for the second prompt.
  const result = await user.run(['bash', '-c', 'ulimit -f 512; exec vitest run'], {
    env: fixture.live('record'),
  })
  expect(result.code).toBe(1)
  expect(result.output).toContain('TakeError: the recording cannot be kept')
  expect(user.cassettes()).toEqual([])
  const [take] = user.files('.retake/takes')
  expect(user.read(take as string)).toContain('Small?')
})

test('two processes that record the same test differently leave one whole recording and lose no take', async () => {
  const user = await fixture.project(`
    test('asks', async () => {
      await ask(process.env.QUESTION)
      if (!process.env.RETAKE) return
      // Both have asked before either ends, however late the other process started.
      const { mkdirSync, readdirSync } = await import('node:fs')
      mkdirSync('asked/' + process.pid, { recursive: true })
      while (readdirSync('asked').length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
    }, 60_000)`)
  const asks = (QUESTION: string) => user.vitest([], { env: { ...fixture.live('record'), QUESTION } })
  const results = await Promise.all([asks('One?'), asks('Two?')])
  const codes = results.map((result) => result.code).sort()
  expect(codes, results.map((result) => result.output).join('\n')).toEqual([0, 1])
  expect(results.map((result) => result.output).join('\n')).toContain('ConcurrentRecordingError')
  expect(user.files('.retake/takes')).toHaveLength(1)
  const winner = results[0]?.code === 0 ? 'One?' : 'Two?'
  expect((await user.vitest([], { env: { ...fixture.dead, QUESTION: winner } })).code).toBe(0)

  // Who records the same as the other is in nobody's way.
  rmSync(user.path('asked'), { recursive: true })
  const same = await Promise.all([asks('Three?'), asks('Three?')])
  expect(
    same.map(({ code }) => code),
    same.map(({ output }) => output).join('\n'),
  ).toEqual([0, 0])
})

test('test names of every kind get a file of their own', async () => {
  const names = [
    'n'.repeat(300),
    `${'n'.repeat(299)}m`,
    '🎬🤖',
    '..',
    'CON',
    'trailing. . .',
    'a/b\\c:d*e?f"g<h>i|j',
    'Case',
    'case',
    ' ',
  ]
  const user = await fixture.project(`
    for (const name of ${JSON.stringify(names)}) test(name, async () => { await ask('Name ' + name) })`)
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.cassettes()).toHaveLength(names.length)
  expect(new Set(user.cassettes().map((path) => path.toLowerCase())).size).toBe(names.length)
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
})

let odd: ReturnType<typeof createServer>
const oddUrl = () => `http://127.0.0.1:${(odd.address() as AddressInfo).port}`
beforeAll(async () => {
  odd = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => (text += piece))
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\n')
      if (text.includes('reset')) setTimeout(() => response.socket?.resetAndDestroy(), 50)
      else if (text.includes('echo')) response.end(`data: ${text.length}\n\ndata: [DONE]\n\n`)
    })
  })
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  odd.closeAllConnections()
  odd.close()
})

test('one-shot bodies, endless answers, aborts and resets replay as they went', async () => {
  const user = await fixture.project(`
    const call = (word: string, init: RequestInit = {}) => fetch(process.env.ODD_URL + '/v1/chat/completions', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: word }] }), ...init })
    const read = async (response: Response) => {
      let text = ''
      try { for await (const piece of response.body!) text += new TextDecoder().decode(piece) }
      catch (error) { return text + '!' + error.name + ':' + (error.cause?.code ?? '') }
      return text
    }
    const hello = 'data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\\n\\n'
    test('a one-shot stream as body', async () => {
      const text = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'echo' }] })
      const body = new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode(text.slice(0, 9))); c.enqueue(new TextEncoder().encode(text.slice(9))); c.close() } })
      expect(await read(await call('', { body, duplex: 'half' } as RequestInit))).toBe(hello + 'data: ' + text.length + '\\n\\ndata: [DONE]\\n\\n')
    })
    test('an answer that never ends, left unread', async () => { expect((await call('endless')).status).toBe(200) })
    test('an answer that never ends, aborted by signal', async () => {
      const controller = new AbortController()
      const response = await call('endless', { signal: controller.signal })
      setTimeout(() => controller.abort(), 300)
      expect(await read(response)).toBe(hello + '!AbortError:')
    })
    test('an answer that never ends, cancelled by break', async () => {
      for await (const piece of (await call('endless')).body!) { expect(new TextDecoder().decode(piece)).toBe(hello); break }
    })
    test('a provider that resets', async () => {
      configure({ recordErrors: true })
      expect(await read(await call('reset'))).toMatch(/Hello.*!TypeError:(ECONNRESET|UND_ERR_SOCKET)$/s)
    })
    test('aborted before it began', async () => {
      await expect(call('endless', { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    })`)
  const recorded = await user.vitest([], { env: { ...fixture.live('record'), ODD_URL: oddUrl() } })
  expect(recorded.code, recorded.output).toBe(0)
  const replayed = await user.vitest([], { env: { ...fixture.dead, ODD_URL: 'http://127.0.0.1:9' } })
  expect(replayed.code, replayed.output).toBe(0)
})

test('a client that reads on where the recorded one aborted is a mismatch', async () => {
  const body = (abort: string) => `
    test('asks', async () => {
      const controller = new AbortController()
      const response = await fetch(process.env.ODD_URL + '/v1/chat/completions', {
        method: 'POST', signal: controller.signal,
        body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'endless' }] }) })
      const reader = response.body!.getReader()
      await reader.read()
      ${abort}
      await reader.read().catch(() => {})
    })`
  const user = await fixture.project(body('controller.abort()'))
  const env = { ODD_URL: oddUrl() }
  const recorded = await user.vitest([], { env: { ...fixture.live('record'), ...env } })
  expect(recorded.code, recorded.output).toBe(0)
  user.write({ 'src/ask.test.ts': testFile(body('')) })
  const result = await user.vitest([], { env: { ...fixture.dead, ...env } })
  expect(result.code).toBe(1)
  expect(result.output).toContain('the recording ends where the client aborted')
})
