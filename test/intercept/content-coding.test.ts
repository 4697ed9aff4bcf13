import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRequest } from '../../src/intercept/capture.ts'
import { decodeContent } from '../../src/intercept/content-coding.ts'
import { zstdFrame } from '../support/zstd-frame.ts'

const encoders: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  Deflate: deflateRawSync,
  zstd: zstdFrame,
  identity: (bytes) => bytes,
}

test('any bytes in any codings come back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 500 }),
      fc.array(fc.constantFrom(...Object.keys(encoders)), { minLength: 1, maxLength: 3 }),
      async (bytes, names) => {
        let encoded: Uint8Array = bytes
        for (const name of names) encoded = encoders[name]?.(encoded) ?? encoded
        expect(Buffer.from((await decodeContent(encoded, names.join(' ,'))) ?? [])).toEqual(
          Buffer.from(bytes),
        )
      },
    ),
  )
})

test('bytes that are not what their header says, and unknown codings, are null', async () => {
  for (const coding of ['gzip', 'br', 'deflate', 'zstd', 'snappy', 'constructor'])
    expect(await decodeContent(Buffer.from('plain words'), coding)).toBeNull()
  expect(await decodeContent(gzipSync('cut off').subarray(0, -3), 'gzip')).toBeNull()
})

const read = (body: Uint8Array, coding: string) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': coding }
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers,
    body: body as Uint8Array<ArrayBuffer>,
  })
  return readRequest(request, new URL(request.url))
}

test('a compressed request is compared without its coding and sent as it is', async () => {
  const bytes = gzipSync('{ "a": 1 }')
  const { body, bytes: sent } = await read(bytes, 'gzip')
  expect(body).toEqual({ json: { a: 1 } })
  expect(Buffer.from(sent as Uint8Array)).toEqual(bytes)
  expect((await read(brotliCompressSync('{"a":1}'), 'br')).body).toEqual({ json: { a: 1 } })
})

test('a request that is not what its coding says is compared byte by byte', async () => {
  expect((await read(Buffer.from([0xff, 0]), 'gzip')).body).toEqual({ base64: '/wA=' })
})
