import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../scripts/pack.ts'
import type { Proof, ProofContext, ProofResult } from './proof.ts'
import { installKits, isAtHand, runningMajor } from './sdk-matrix/kits.ts'
import { tryRows } from './sdk-matrix/matrix.ts'
import { type MatrixRow, matrixColumns, matrixRows, type NodeMajor, nodeMajors } from './sdk-matrix/rows.ts'
import { matrixRuns } from './sdk-matrix/runs.ts'
import { type MatrixFindings, matrixTable, withMatrix } from './sdk-matrix/table.ts'

const page = path.join(root, 'docs', 'providers.md')

/** Rows whose packages the repository has for its own tests. Fewer would be a hole in the slice. */
const rowsAtHand = 7

/**
 * Arguments: `write` puts the table into docs/providers.md; `in=FOLDER` takes packages that an earlier run installed there,
 * and leaves them; any other word chooses the rows whose id has it.
 */
const proof: Proof = {
  name: 'sdk-matrix',
  promise:
    'through every SDK of the matrix on Node 20, 22 and 24: JSON, streams, tools, aborts and errors the same live, recorded and replayed; a mismatch surfaces without a retry',
  run: (context) => (context.slice ? runSlice(context) : runAll(context)),
}

export default proof

async function runSlice({ log }: ProofContext): Promise<ProofResult> {
  const rows = matrixRows.filter(isAtHand)
  const major = runningMajor as NodeMajor
  const left = matrixRows.filter((row) => !rows.includes(row)).map(({ id }) => id)
  log(`left to the full run, with the other Nodes: ${left.join(', ')}`)
  const found = await tryRows(rows, major, null, { runs: ['record', 'replay'] }, log)
  const findings: MatrixFindings = new Map(
    [...found].map(([id, finding]) => [id, new Map([[major, finding]])]),
  )
  const counted = count(findings, log)
  const missing = rowsAtHand - rows.length
  if (missing > 0) log(`${missing} rows are not at hand: their versions are not those of package-lock.json`)
  return {
    figure: `${rows.length} of ${matrixRows.length} rows, ${counted.text}`,
    ok: counted.faults === 0 && missing <= 0,
  }
}

async function runAll({ log, args }: ProofContext): Promise<ProofResult> {
  const kept = args.find((word) => word.startsWith('in='))?.slice(3)
  const words = args.filter((word) => word !== 'write' && !word.startsWith('in='))
  const rows = matrixRows.filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)))
  const folder = kept ? path.resolve(kept) : mkdtempSync(path.join(tmpdir(), 'retake-sdks-'))
  const findings: MatrixFindings = new Map()
  try {
    const kits = await installKits(folder, rows, nodeMajors, log)
    for (const major of nodeMajors) {
      const own = rows.filter(({ nodes }) => nodes.includes(major))
      for (const [id, finding] of await tryRows(own, major, kits, { runs: matrixRuns }, log))
        findings.set(id, (findings.get(id) ?? new Map()).set(major, finding))
    }
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true })
  }
  const counted = count(findings, log)
  const isCurrent = rows.length < matrixRows.length || showTable(rows, findings, args.includes('write'), log)
  return { figure: `${rows.length} rows, ${counted.text}`, ok: counted.faults === 0 && isCurrent }
}

/** Whether the table in the docs is the one that was found; writes it on request. */
function showTable(
  rows: readonly MatrixRow[],
  findings: MatrixFindings,
  writes: boolean,
  log: (line: string) => void,
): boolean {
  const table = matrixTable(rows, findings)
  log(table)
  const text = readFileSync(page, 'utf8')
  const wanted = withMatrix(text, table)
  if (writes) writeFileSync(page, wanted)
  else if (wanted !== text) log('docs/providers.md has another table: npm run proof -- sdk-matrix write')
  return writes || wanted === text
}

function count(findings: MatrixFindings, log: (line: string) => void): { text: string; faults: number } {
  const all = [...findings].flatMap(([, byNode]) =>
    [...byNode].map(([major, finding]) => ({ major, ...finding })),
  )
  for (const { major, faults } of all)
    for (const fault of faults) log(`Node ${major}: ${fault.slice(0, 3_000)}`)
  const cells = all.flatMap((finding) => matrixColumns.map((column) => finding.cells[column]))
  const number = (state: string) => cells.filter((cell) => cell === state).length
  const faults = all.reduce((sum, finding) => sum + finding.faults.length, 0)
  const retries = all.reduce((sum, finding) => sum + finding.retries, 0)
  return {
    text: `${cells.length} cells: ${number('works')} work, ${number('refused')} are refused with the remedy, ${number('fails')} fail; ${retries} retries of a mismatch`,
    faults,
  }
}
