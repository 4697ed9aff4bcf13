import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { parseCassette } from '../src/cassette/parse.ts'
import type { RecordedCall } from '../src/cassette/records.ts'
import { CassetteError } from '../src/errors/cassette-error.ts'
import { arbitraryCalls, sampleText } from '../test/cassette/sample.ts'
import type { Proof } from './proof.ts'

const file = '/project/__recordings__/a.test.ts/b.jsonl'

/** One kind of damage; numbers pick the place, and count around where they are too large. */
type Damage = (bytes: Buffer, pick: number, other: number) => Buffer

const damages: Record<string, Damage> = {
  truncation: (bytes, pick) => bytes.subarray(0, pick % bytes.length),
  'truncation after a line': (bytes, pick) => joined(linesOf(bytes).slice(0, pick % linesOf(bytes).length)),
  'bit flip': (bytes, pick, other) => {
    const flipped = Buffer.from(bytes)
    const at = pick % bytes.length
    flipped[at] = (flipped[at] as number) ^ (1 << (other % 8))
    return flipped
  },
  'byte replaced by a likely one': (bytes, pick, other) => {
    const replaced = Buffer.from(bytes)
    replaced[pick % bytes.length] = '0123456789abcdef"{}[],:\\ \n\r'.charCodeAt(other % 28)
    return replaced
  },
  'bytes inserted': (bytes, pick, other) => {
    const inserted = ['x', '\n', '\r', '0', ' ', '"', '{}\n', '\ufeff', '\0'][other % 9] as string
    return spliced(bytes, pick % (bytes.length + 1), 0, Buffer.from(inserted))
  },
  'bytes removed': (bytes, pick, other) => spliced(bytes, pick % bytes.length, 1 + (other % 80)),
  'bytes doubled': (bytes, pick, other) => {
    const at = pick % bytes.length
    return spliced(bytes, at, 0, bytes.subarray(at, at + 1 + (other % 80)))
  },
  'lines swapped': (bytes, pick, other) => {
    const lines = linesOf(bytes)
    const [a, b] = [pick % lines.length, other % lines.length]
    return joined(
      lines.map((line, index) => (index === a ? lines[b] : index === b ? lines[a] : line) as string),
    )
  },
  'line doubled': (bytes, pick, other) => {
    const lines = linesOf(bytes)
    return joined(lines.toSpliced(other % (lines.length + 1), 0, lines[pick % lines.length] as string))
  },
  'line removed': (bytes, pick) => {
    const lines = linesOf(bytes)
    return joined(lines.toSpliced(pick % lines.length, 1))
  },
  'line of another kind inserted': (bytes, pick, other) => {
    const line = ['{}', '', 'null', '{"type":"event"}', '{"type":"wish"}', '[]'][other % 6] as string
    return joined(linesOf(bytes).toSpliced(pick % linesOf(bytes).length, 0, line))
  },
  'conflict markers': (bytes, pick, other) => {
    const lines = linesOf(bytes)
    const at = pick % lines.length
    const ours = lines.slice(at, at + 1 + (other % 3))
    return joined(
      lines.toSpliced(at, ours.length, '<<<<<<< HEAD', ...ours, '=======', ...ours, '>>>>>>> branch'),
    )
  },
  'line endings': (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r\n')),
}

/** Refused with file and line, or read as it was written; anything else is a failure, in words. */
function judge(original: RecordedCall[], bytes: Buffer): 'refused' | 'read' | string {
  try {
    const { calls } = parseCassette(bytes, file)
    return isDeepStrictEqual(calls, JSON.parse(JSON.stringify(original))) ? 'read' : 'read as something else'
  } catch (error) {
    if (!(error instanceof CassetteError)) return `crashed: ${error}`
    if (!error.message.includes(file)) return `names no file: ${error.message}`
    // A file of no bytes has no line.
    return error.line === null && bytes.length > 0 ? `names no line: ${error.message}` : 'refused'
  }
}

const proof: Proof = {
  name: 'reader',
  promise:
    'a damaged cassette is refused with file and line, or read as it was written; never a crash, never a wrong answer',
  async run({ slice, log, args }) {
    const runs = slice ? 500 : 20_000
    const seed = Number(args[0] ?? Date.now() % 1_000_000)
    log(`${runs} runs, seed ${seed}`)
    const counts = { refused: 0, read: 0 }
    const kinds = new Map<string, number>()
    const failures: string[] = []
    const damage = fc.constantFrom(...Object.keys(damages))
    const inputs = fc.tuple(arbitraryCalls(), fc.boolean(), damage, fc.nat(), fc.nat())
    for (const [calls, signed, kind, pick, other] of fc.sample(inputs, { numRuns: runs, seed })) {
      const bytes = Buffer.from(sampleText(calls, signed ? 'key' : undefined))
      const damaged = (damages[kind] as Damage)(bytes, pick, other)
      const verdict = judge(calls, damaged)
      const untouched = damaged.equals(bytes)
      if (verdict === 'refused' && !untouched) counts.refused++
      else if (verdict === 'read' && untouched) counts.read++
      else failures.push(`${kind} (${pick}, ${other}): ${untouched ? 'undamaged, ' : ''}${verdict}`)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
    for (const [kind, count] of [...kinds].sort()) log(`  ${kind}: ${count}`)
    for (const failure of failures.slice(0, 10)) log(`  ${failure}`)
    const figure = `${counts.refused} damaged cassettes refused with file and line, ${counts.read} undamaged read as written, ${failures.length} crashed or misread`
    return { figure, ok: failures.length === 0 && counts.refused > 0 }
  },
}

export default proof

function linesOf(bytes: Buffer): string[] {
  return bytes.toString('utf8').split('\n').slice(0, -1)
}

function joined(lines: string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''))
}

function spliced(bytes: Buffer, at: number, removed: number, added: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)])
}
