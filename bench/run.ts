/**
 * `npm run bench [-- --small] [--json FILE]`: Retake beside bare msw, nock, Polly, msw-snapshot and aimock, in one run on one
 * machine. Prints medians, how many times Retake's each is, why a peer has no figure or is ahead, and what the design
 * allows. The same goes to FILE as JSON. Exit codes: 0 measured; 2 it could not be done. `npm run proof -- bench` judges.
 */
import { writeFileSync } from 'node:fs'
import { fullSize, peers, runBench, smallSize } from './bench.ts'
import { renderNotes, renderTable } from './table.ts'

const size = process.argv.includes('--small') ? smallSize : fullSize
const jsonAt = process.argv.indexOf('--json')
const file = jsonAt < 0 ? null : process.argv[jsonAt + 1]
if (file === undefined) {
  console.error('--json takes the name of a file: npm run bench -- --json bench.json')
  process.exit(2)
}

try {
  const { rows, calls } = await runBench(size, (line) => console.error(line))
  console.log(renderTable(rows, peers))
  for (const note of renderNotes(rows)) console.log(note)
  console.log(`${calls.requestsInReplay} requests reached the provider while the peers replayed`)
  const plain = rows.map((row) => ({ ...row, cells: Object.fromEntries(row.cells) }))
  if (file !== null) writeFileSync(file, `${JSON.stringify(plain, null, 2)}\n`)
} catch (error) {
  console.error(error)
  process.exit(2)
}
