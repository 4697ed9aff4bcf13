import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startProvider } from '../examples/provider/provider.ts'
import { examplesFolder, findExamples, openWorkshop } from '../scripts/examples.ts'
import type { Proof } from './proof.ts'
import { MissingRequirement } from './support/requirement.ts'

const key = 'sk-example-0123456789abcdefghij'
const redirect = pathToFileURL(path.join(examplesFolder, 'provider', 'redirect.mjs')).href

const proof: Proof = {
  name: 'stable',
  promise: 'recording the examples again from an unchanged provider changes no file',
  async run({ slice, log, args }) {
    const all = findExamples(args)
    if (all.length === 0) throw new MissingRequirement('examples with tests')
    const examples = slice ? all.slice(0, 2) : all
    const times = slice ? 1 : 3
    const workshop = openWorkshop()
    const provider = await startProvider({ pace: 20 })
    const changes: string[] = []
    let files = 0
    let calls = 0
    try {
      for (const name of examples) {
        const copy = workshop.copy(name)
        const before = filesOf(copy)
        const recordings = [...before.keys()].filter((file) => file.includes('__recordings__'))
        if (recordings.length === 0) throw new MissingRequirement(`recordings of examples/${name}`)
        files += recordings.length
        for (let time = 1; time <= times; time++) {
          const asked = provider.requests.length
          const problem = await workshop.test(copy, {
            RETAKE: 'record',
            OPENAI_API_KEY: key,
            ANTHROPIC_API_KEY: key,
            EXAMPLES_PROVIDER_URL: provider.url,
            NODE_OPTIONS: `--import=${redirect}`,
          })
          if (problem !== undefined) throw new Error(`${name} does not record: ${problem}`)
          const made = provider.requests.length - asked
          if (made === 0) throw new Error(`${name} asked the provider nothing`)
          calls += made
          const found = differences(before, filesOf(copy))
          for (const change of found) changes.push(`${name}, time ${time}: ${change}`)
          log(`${name}, time ${time}: ${made} calls, ${found.length} changes`)
        }
      }
    } finally {
      await provider.close()
      workshop.remove()
    }
    for (const change of changes) log(change)
    return {
      figure: `${examples.length} examples, ${files} recorded files, recorded again ${times} ${times === 1 ? 'time' : 'times'} with ${calls} calls: ${changes.length} file changes`,
      ok: changes.length === 0,
    }
  },
}

export default proof

/** Every file of an example but those that are never committed, by path. */
function filesOf(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    if (entry.isFile() && !/(?:^|\/)(?:node_modules|\.retake)\//.test(file))
      files.set(file, readFileSync(path.join(folder, file)))
  }
  return files
}

function differences(before: ReadonlyMap<string, Buffer>, after: ReadonlyMap<string, Buffer>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((file) => {
    const [old, now] = [before.get(file), after.get(file)]
    if (!old) return [`${file} is new`]
    if (!now) return [`${file} is gone`]
    return old.equals(now) ? [] : [`${file} is different`]
  })
}
