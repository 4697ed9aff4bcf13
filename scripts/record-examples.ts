/**
 * `npm run examples:record [-- NAME…]`: records the examples anew, from the provider in examples/provider, which plays
 * api.openai.com and api.anthropic.com. Their recordings here are replaced where something in them changed.
 */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startProvider } from '../examples/provider/provider.ts'
import { examplesFolder, findExamples, openWorkshop } from './examples.ts'

const redirect = pathToFileURL(path.join(examplesFolder, 'provider', 'redirect.mjs')).href
const key = 'sk-example-0123456789abcdefghij'

const examples = findExamples(process.argv.slice(2))
const workshop = openWorkshop()
// Slow enough that a client which leaves in the middle of a stream leaves in the middle.
const provider = await startProvider({ pace: 20 })
let failures = 0
try {
  for (const name of examples) {
    const copy = workshop.copy(name)
    const before = provider.requests.length
    const problem = await recordIn(copy)
    if (problem === undefined) {
      bringBack(copy, name)
      console.log(`recorded  ${name}, ${provider.requests.length - before} calls`)
    } else {
      failures += 1
      console.log(`FAIL      ${name}\n${problem}`)
    }
  }
} finally {
  await provider.close()
  workshop.remove()
}
process.exitCode = failures > 0 || examples.length === 0 ? 1 : 0

function recordIn(copy: string): Promise<string | undefined> {
  return workshop.test(copy, {
    RETAKE: 'record',
    OPENAI_API_KEY: key,
    ANTHROPIC_API_KEY: key,
    EXAMPLES_PROVIDER_URL: provider.url,
    NODE_OPTIONS: `--import=${redirect}`,
  })
}

/** Replaces the recordings of an example by those of its copy. */
function bringBack(copy: string, name: string): void {
  const folder = path.join(examplesFolder, name)
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    if (entry.name !== '__recordings__' || entry.parentPath.includes('node_modules')) continue
    const place = path.join(folder, path.relative(copy, entry.parentPath), entry.name)
    if (existsSync(place)) rmSync(place, { recursive: true })
    cpSync(path.join(entry.parentPath, entry.name), place, { recursive: true })
  }
}
