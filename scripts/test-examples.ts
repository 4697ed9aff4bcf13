/**
 * `npm run test:examples [-- NAME…]`: runs the tests of every example against the packed package, as a user in CI would:
 * in a copy outside this repository, in replay mode, without a key in the environment.
 */
import { findExamples, openWorkshop } from './examples.ts'

const only = process.argv.slice(2)
const examples = findExamples(only)
if (examples.length === 0 || examples.length < only.length) {
  const missing = only.filter((name) => !examples.includes(name))
  console.error(
    only.length > 0 ? `no example named ${missing.join(', ')}` : 'examples/ has no example with a test',
  )
  process.exit(2)
}

const workshop = openWorkshop()
let failures = 0
try {
  for (const name of examples) {
    const started = performance.now()
    const problem = await workshop.test(workshop.copy(name), { CI: 'true' })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    if (problem === undefined) {
      console.log(`ok    ${name} (${seconds} s)`)
    } else {
      failures += 1
      console.log(`FAIL  ${name} (${seconds} s)\n${problem}`)
    }
  }
} finally {
  workshop.remove()
}
console.log(`${examples.length - failures} of ${examples.length} examples passed`)
process.exitCode = failures > 0 ? 1 : 0
