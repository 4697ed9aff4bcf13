/** A figure of one peer in one row; `null` where it cannot do it. */
export type Cell = { value: number; unit: 'ms' | 'x' | 'bytes' } | { cannot: string }

export interface Row {
  name: string
  /** The budget of the design, in words; `null` where the row has none. */
  budget: string | null
  cells: Map<string, Cell>
}

/** The rows as a table for a terminal: each figure, and in brackets how many times Retake's it is. */
export function renderTable(rows: readonly Row[], peers: readonly string[]): string {
  const head = ['', ...peers, 'budget']
  const body = rows.map((row) => [
    row.name,
    ...peers.map((peer) => renderCell(row.cells.get(peer), row.cells.get('retake'), peer)),
    row.budget ?? '',
  ])
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((line) => (line[at] as string).length)))
  return [head, ...body]
    .map((line) =>
      line
        .map((text, at) => (text as string).padEnd(widths[at] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function renderCell(cell: Cell | undefined, own: Cell | undefined, peer: string): string {
  if (!cell) return ''
  if ('cannot' in cell) return 'n/a'
  const text =
    cell.unit === 'bytes' ? `${Math.round(cell.value / 1024)} kB` : `${round(cell.value)} ${cell.unit}`
  if (peer === 'retake' || !own || 'cannot' in own || own.value === 0) return text
  return `${text} (${round(cell.value / own.value)}x)`
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
