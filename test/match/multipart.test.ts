import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMultipart } from '../../src/match/multipart.ts'
import { parseRequestBody } from '../../src/match/parse-body.ts'

const type = (boundary: string) => `multipart/form-data; boundary=${boundary}`
const bytes = (text: string) => Buffer.from(text, 'latin1')

const name = fc.stringMatching(/^[a-zé_][a-z0-9_[\]. é-]{0,12}$/)
const field = fc.record({ name, content: fc.uint8Array({ maxLength: 200 }), filename: fc.option(name) })

/** A form as a client writes it. */
function write(parts: { name: string; filename: string | null; content: Uint8Array }[], boundary: string) {
  const pieces = parts.flatMap(({ name, filename, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"\r\nContent-Type: audio/wav`}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

describe('a multipart body', () => {
  test('is read part by part, whatever its boundary and its bytes', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 5 }), fc.uuid(), (parts, boundary) => {
        const read = parseMultipart(write(parts, boundary), type(boundary))
        expect(read).toEqual(
          parts.map(({ name, filename, content }) => {
            const text = Buffer.from(content).toString('utf8')
            const isText = Buffer.from(text).equals(content)
            return {
              name,
              ...(filename !== null && { filename, content_type: 'audio/wav' }),
              ...(isText ? { text } : { base64: Buffer.from(content).toString('base64') }),
            }
          }),
        )
        expect(parseMultipart(write(parts, 'other'), type('"other"'))).toEqual(read)
      }),
    )
  })

  test('that fetch writes is read', async () => {
    const form = new FormData()
    form.append('model', 'whisper-1')
    form.append('file', new Blob([Uint8Array.of(0xff, 0, 13, 10)], { type: 'audio/wav' }), 'a.wav')
    const sent = new Response(form)
    const read = parseMultipart(
      new Uint8Array(await sent.arrayBuffer()),
      sent.headers.get('content-type') as string,
    )
    expect(read).toEqual([
      { name: 'model', text: 'whisper-1' },
      { name: 'file', filename: 'a.wav', content_type: 'audio/wav', base64: '/wANCg==' },
    ])
  })

  test('without named parts keeps what their headers say', () => {
    const body =
      '--b\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--b\r\nContent-ID: <x>\r\n\r\n\r\n--b--'
    expect(parseMultipart(bytes(body), 'multipart/related; boundary="b"')).toEqual([
      { content_type: 'application/json', text: '{"a":1}' },
      { headers: [['content-id', '<x>']], text: '' },
    ])
  })

  test.each([
    ['form-data; name=a', { name: 'a' }],
    ['form-data; name="a"; filename="b\\"c"', { name: 'a', filename: 'b\\' }],
    ['attachment; name="a"', { name: 'a' }],
    ['form-data; name="a"; filename*=UTF-8\'\'x', { name: 'a' }],
  ])('keeps a disposition that says more than name and file name: %s', (disposition, read) => {
    const body = `--b\r\ncontent-disposition: ${disposition}\r\n\r\nx\r\n--b--`
    expect(parseMultipart(bytes(body), type('b'))).toEqual([
      { ...read, headers: [['content-disposition', disposition]], text: 'x' },
    ])
  })

  test.each([
    ['no boundary in its type', '--b\r\n\r\nx\r\n--b--', 'multipart/form-data'],
    ['another boundary', '--c\r\n\r\nx\r\n--c--', type('b')],
    ['a preamble', 'hello\r\n--b\r\n\r\nx\r\n--b--', type('b')],
    ['an epilogue', '--b\r\n\r\nx\r\n--b--\r\nbye', type('b')],
    ['no end', '--b\r\n\r\nx\r\n', type('b')],
    ['no blank line', '--b\r\ncontent-type: a/b\r\n--b--', type('b')],
    ['a header that is none', '--b\r\nhello\r\n\r\nx\r\n--b--', type('b')],
    ['line feeds alone', '--b\n\nx\n--b--', type('b')],
    ['its boundary inside a part', '--b\r\n\r\nx\r\n--bx\r\n--b--', type('b')],
    ['a folded header', '--b\r\ncontent-type: a/b;\r\n charset=x\r\n\r\nx\r\n--b--', type('b')],
  ])('with %s is kept byte by byte', (_, body, contentType) => {
    expect(parseRequestBody(bytes(body), contentType)).toEqual({ text: body })
  })

  test('keeps what only looks like white space around a header’s value', () => {
    const body = (around: string) => `--b\r\nx-note:${around}a\r\n\r\nx\r\n--b--\r\n`
    const read = (around: string) => parseRequestBody(bytes(body(around)), type('b'))
    expect(read(' ')).toEqual({ multipart: [{ headers: [['x-note', 'a']], text: 'x' }] })
    expect(read('\t')).toEqual(read(' '))
    expect(read('\v')).toEqual({ multipart: [{ headers: [['x-note', '\va']], text: 'x' }] })
  })

  test('with any byte edited has other parts, or is kept byte by byte: nothing is lost', () => {
    const boundary = 'x7'
    fc.assert(
      fc.property(
        fc.array(field, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (parts, pick, change) => {
          const body = write(parts, boundary)
          const edited = Buffer.from(body)
          const at = pick % body.length
          edited[at] = (edited[at] as number) ^ change
          const before = parseRequestBody(body, type(boundary))
          const after = parseRequestBody(edited, type(boundary))
          if (JSON.stringify(after) !== JSON.stringify(before)) return
          // All that may go unseen: the case of what has none, and white space around a header's value.
          const letter = String.fromCharCode(body[at] as number)
          const now = String.fromCharCode(edited[at] as number)
          expect([letter.toLowerCase(), ' ']).toContain(now.toLowerCase() === '\t' ? ' ' : now.toLowerCase())
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('of any bytes is read or refused, never thrown at', () => {
    const chunk = fc.constantFrom(
      '--b',
      '\r\n',
      '--',
      '\n',
      'content-disposition: form-data; name="a"',
      'x',
      '\xff',
    )
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 30 }), (chunks) => {
        const body = bytes(chunks.join(''))
        const read = parseMultipart(body, type('b'))
        if (read) expect(body.toString('latin1')).toMatch(/^--b/)
      }),
    )
  })
})
