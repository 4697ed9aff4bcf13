import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RequestBody } from '../../src/cassette/records.ts'
import { formFields, formParts } from '../../src/providers/form-parts.ts'

const name = fc.stringMatching(/^[a-z_][a-z0-9_[\]-]{0,12}$/)
const part = fc.record({ name, filename: fc.option(name), bytes: fc.uint8Array({ maxLength: 200 }) })

test('every form that fetch writes is read again, part by part, byte by byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
      const form = new FormData()
      for (const { name, filename, bytes } of parts) {
        const text = Buffer.from(bytes)
          .toString('latin1')
          .replace(/[\r\n]/g, ' ')
        if (filename === null) form.append(name, text)
        else form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), filename)
      }
      const body = Buffer.from(await new Response(form).arrayBuffer())
      const read = formParts({ base64: body.toString('base64') })
      expect(read.map((one) => [one.name, one.filename])).toEqual(
        parts.map((one) => [one.name, one.filename]),
      )
      read.forEach(({ bytes }, at) => {
        const given = parts[at] as (typeof parts)[number]
        const text = Buffer.from(given.bytes)
          .toString('latin1')
          .replace(/[\r\n]/g, ' ')
        expect(bytes).toEqual(given.filename === null ? Buffer.from(text) : Buffer.from(given.bytes))
      })
    }),
    { numRuns: 100 },
  )
})

test('what is no form has no parts, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bodies: RequestBody[] = [{ text }, { text: `--b\r\n${text}\r\n--b--` }, { json: text }, null]
      for (const body of bodies) expect(Array.isArray(formParts(body))).toBe(true)
    }),
  )
  expect(formParts({ text: 'just a text' })).toEqual([])
  expect(formFields({ json: { model: 'm' } })).toBeUndefined()
})
