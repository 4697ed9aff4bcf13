import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CellState, RowFinding } from '../../proofs/sdk-matrix/judge.ts'
import { type MatrixColumn, matrixColumns, matrixRows, type NodeMajor } from '../../proofs/sdk-matrix/rows.ts'
import { type MatrixFindings, matrixTable, withMatrix } from '../../proofs/sdk-matrix/table.ts'

const page = readFileSync(new URL('../../docs/providers.md', import.meta.url), 'utf8')

/** Every row as the proof must find it, under every Node that its packages ask for. */
function wanted(): MatrixFindings {
  return new Map(
    matrixRows.map(({ id, nodes, refusedAt }) => [
      id,
      new Map(nodes.map((major) => [major, finding(refusedAt ? 'refused' : 'works')])),
    ]),
  )
}

function finding(state: CellState, other: Partial<Record<MatrixColumn, CellState>> = {}): RowFinding {
  const cells = Object.fromEntries(matrixColumns.map((column) => [column, state]))
  return { cells: { ...cells, ...other } as RowFinding['cells'], faults: [], missMs: [], retries: 0 }
}

test('docs/providers.md shows the matrix with every row, and nothing that fails', () => {
  expect(withMatrix(page, matrixTable(matrixRows, wanted()))).toBe(page)
})

test('a cell that is not the same under every Node says where', () => {
  const [row] = matrixRows.filter(({ id }) => id === 'anthropic')
  const found = new Map<NodeMajor, RowFinding>([
    [20, finding('works', { abort: 'fails' })],
    [22, finding('works')],
    [24, finding('works')],
  ])
  const [, , line] = matrixTable(row ? [row] : [], new Map([['anthropic', found]])).split('\n')
  expect(line).toBe('| `@anthropic-ai/sdk` | 1.14.0 | 20, 22, 24 | ✓ | ✓ | ✓ | ✗ (20) ✓ (22, 24) | ✓ | ✓ |')
})

test('a page without a place for the matrix is said to have none', () => {
  expect(() => withMatrix('# Providers\n', '')).toThrow('no place for the matrix')
})
