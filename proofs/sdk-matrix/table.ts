import type { CellState, RowFinding } from './judge.ts'
import {
  type MatrixColumn,
  type MatrixRow,
  matrixColumns,
  type NodeMajor,
  nodeMajors,
  splitSpec,
} from './rows.ts'

/** What was found of each row, by id, under each Node that it was tried under. */
export type MatrixFindings = Map<string, Map<NodeMajor, RowFinding>>

const begin = '<!-- matrix: made by npm run proof -- sdk-matrix write -->'
const end = '<!-- end of matrix -->'

const signs: Record<CellState, string> = { works: '✓', refused: 'refused', fails: '✗' }

/** The matrix as Markdown: a row per SDK; a cell that is not the same under every Node says where. */
export function matrixTable(rows: readonly MatrixRow[], findings: MatrixFindings): string {
  const head = ['SDK', 'version', 'Node', ...matrixColumns]
  const lines = rows.map((row) => {
    const found = findings.get(row.id) ?? new Map()
    return [
      row.name,
      row.packages
        .slice(0, row.versions)
        .map((spec) => splitSpec(spec)[1])
        .join(', '),
      nodeMajors.filter((major) => found.has(major)).join(', '),
      ...matrixColumns.map((column) => cellText(column, found)),
    ]
  })
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function cellText(column: MatrixColumn, found: ReadonlyMap<NodeMajor, RowFinding>): string {
  const byState = new Map<CellState, NodeMajor[]>()
  for (const [major, { cells }] of found)
    byState.set(cells[column], [...(byState.get(cells[column]) ?? []), major])
  const states = [...byState]
  if (states.length === 1) return signs[(states[0] as [CellState, NodeMajor[]])[0]]
  return states.map(([state, majors]) => `${signs[state]} (${majors.join(', ')})`).join(' ')
}

/** The page with its matrix replaced. */
export function withMatrix(page: string, table: string): string {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error('docs/providers.md has no place for the matrix')
  return `${before}${begin}\n\n${table}\n${end}${after}`
}

/** The matrix that stands in the page: cells by line, without the head. */
export function readMatrix(page: string): string[][] {
  const text = page.split(begin)[1]?.split(end)[0] ?? ''
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
