/** Started by loopback-world.ts inside the world: runs the half of a proof that belongs there. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { InsideWorld, WorldOutcome } from './loopback-world.ts'
import { MissingRequirement } from './requirement.ts'

const { script, slice, args, outcome } = JSON.parse(process.argv[2] as string) as {
  script: string
  slice: boolean
  args: string[]
  outcome: string
}
const folder = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const told = await carryOut()
writeFileSync(outcome, JSON.stringify(told))
process.exit(0)

async function carryOut(): Promise<WorldOutcome> {
  try {
    const module = (await import(pathToFileURL(path.join(folder, script)).href)) as { default: InsideWorld }
    return { result: await module.default({ slice, args, log: (line) => console.log(line) }) }
  } catch (error) {
    if (error instanceof MissingRequirement) return { missing: error.what }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
