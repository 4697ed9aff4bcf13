import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sha256 } from '../../src/cassette/chain.ts'
import type { Cassette } from '../../src/cassette/records.ts'
import { placeOfCall } from '../../src/session/place-of-call.ts'

const transcript = `# asks

## Call 0 · openai chat completions

**User**

\`\`\`\`
## Call 1 · of recorded text
\`\`\`
## Call 1 · still of it
\`\`\`\`

## Call 1 · openai chat completions
`
const lines = [
  '{"type":"header"}',
  '{"type":"request","call_index":0,"x":1}',
  '{"type":"event"}',
  '{"type":"request","call_index":1,"x":1}',
]

function placeIn(sealed: string, callIndex: number) {
  const folder = mkdtempSync(join(tmpdir(), 'retake-place-'))
  try {
    const path = join(folder, 'asks.jsonl')
    writeFileSync(path, `${lines.join('\n')}\n`)
    writeFileSync(join(folder, 'asks.md'), transcript)
    const cassette = { path, seal: { transcript: sha256(sealed) } } as Cassette
    const place = placeOfCall(cassette, callIndex)
    return [place.path.slice(folder.length + 1), place.line]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a call is to be read at its heading in the transcript, not at text that looks like one', () => {
  expect(placeIn(transcript, 0)).toEqual(['asks.md', 3])
  expect(placeIn(transcript, 1)).toEqual(['asks.md', 13])
})

test('a call that was never recorded has no line', () => {
  expect(placeIn(transcript, 2)).toEqual(['asks.md', null])
})

test("where the transcript is not the cassette's own, a call is to be read in the cassette", () => {
  expect(placeIn('another', 1)).toEqual(['asks.jsonl', 4])
})
