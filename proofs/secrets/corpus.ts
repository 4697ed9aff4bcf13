import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { createRedactor } from '../../src/redact/create.ts'
import { placeholderFor } from '../../src/redact/credentials.ts'
import { loadCorpus } from '../support/corpus.ts'

/** What redaction makes of bodies that hold no secret of ours. */
export interface CorpusVerdict {
  unchanged: number
  /** Bodies that lost nothing but the value of a field which is called `secret`. */
  byName: number
  /** Files whose request or answer was changed, with the first place. */
  changed: string[]
}

/** A field called `secret`, in JSON or in JSON within JSON. */
const secretField = /(\\?"secret\\?":\\?")([^"\\]*)(\\?")/g

/** Redacts every body of the corpus, requests as parsed JSON, answers as text and in pieces. */
export function redactCorpus(slice: boolean): CorpusVerdict {
  const redactor = createRedactor({
    credentials: [placeholderFor('OPENAI_API_KEY'), 'own-credential-0123456789'],
  })
  const verdict: CorpusVerdict = { unchanged: 0, byName: 0, changed: [] }
  const judge = (file: string, what: string, before: string, after: string) => {
    if (before === after) verdict.unchanged += 1
    else if (after === before.replaceAll(secretField, '$1[secret removed]$3')) verdict.byName += 1
    else verdict.changed.push(`${file}, ${what}: ${firstDifference(before, after)}`)
  }
  for (const { file, request, response } of loadCorpus(slice)) {
    const recognised = recogniseCall(new URL(request.url), 'POST', request.json)
    const dialect = recognised?.telemetry === false ? recognised.dialect : undefined
    const hints = dialect && { contentPaths: dialect.contentPaths, deltaFields: dialect.deltaFields }
    if (request.json !== undefined)
      judge(file, 'request', JSON.stringify(request.json), JSON.stringify(redactor.json(request.json, hints)))
    const bytes = decode(response.bytes)
    if (bytes.length === 0) continue
    const pieces = redactor.pieces(hints)
    const out: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += 777) out.push(...pieces.push(bytes.slice(at, at + 777)))
    out.push(...pieces.end())
    // One character a byte, so that binary frames count too.
    judge(file, 'answer', Buffer.from(bytes).toString('latin1'), Buffer.concat(out).toString('latin1'))
  }
  return verdict
}

function decode(bytes: Uint8Array): Uint8Array {
  if (isUtf8(bytes)) return bytes
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes)
  try {
    return brotliDecompressSync(bytes)
  } catch {
    return bytes
  }
}

function firstDifference(before: string, after: string): string {
  let at = 0
  while (before[at] === after[at]) at += 1
  return `…${after.slice(Math.max(0, at - 60), at + 40)}…`
}
