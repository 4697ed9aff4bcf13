/** A figure of one peer in one row, or why it has none. */
export type Cell = { value: number; unit: 'ms' | 'bytes' } | { cannot: string }

/** What the design allows Retake in a row. */
export interface Budget {
  /** What is measured, in words. */
  of: string
  limit: number
  measured: number
}

export interface Row {
  name: string
  cells: Map<string, Cell>
  /** `null` where the design sets none. */
  budget: Budget | null
  /** Why a peer can be ahead of Retake here. */
  behind: string
}

/** The rows as a table for a terminal: each figure, and in brackets how many times Retake's it is. */
export function renderTable(rows: readonly Row[], peers: readonly string[]): string {
  const head = ['', ...peers, 'budget']
  const body = rows.map((row) => [
    row.name,
    ...peers.map((peer) => renderCell(row.cells.get(peer), row.cells.get('retake'), peer)),
    row.budget ? renderBudget(row.budget) : '',
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

/** Who has no figure and why, and who is ahead of Retake and why; a line each. */
export function renderNotes(rows: readonly Row[]): string[] {
  const notes: string[] = []
  for (const { name, cells, behind } of rows) {
    const own = cells.get('retake')
    for (const [peer, cell] of cells) {
      if ('cannot' in cell) notes.push(`${name}, ${peer}: n/a, ${cell.cannot}`)
      else if (own && 'value' in own && cell.value < own.value)
        notes.push(`${name}, ${peer} is ahead: ${behind}`)
    }
  }
  return notes
}

/** Whether a figure keeps its budget. */
export function isKept({ measured, limit }: Budget): boolean {
  return measured <= limit
}

function renderBudget(budget: Budget): string {
  const { of, limit, measured } = budget
  return `${of} <= ${limit}: ${round(measured)}${isKept(budget) ? '' : ' (over)'}`
}

function renderCell(cell: Cell | undefined, own: Cell | undefined, peer: string): string {
  if (!cell || 'cannot' in cell) return 'n/a'
  const text =
    cell.unit === 'bytes' ? `${Math.round(cell.value / 1024)} kB` : `${round(cell.value)} ${cell.unit}`
  if (peer === 'retake' || !own || 'cannot' in own || own.value <= 0) return text
  return `${text} (${round(cell.value / own.value)}x)`
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
