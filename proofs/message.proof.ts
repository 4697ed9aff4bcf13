import { type RunningProvider, startProvider } from '../examples/provider/provider.ts'
import { UserProject } from '../test/support/user-project.ts'
import { type Edit, edits, secret } from './message/edits.ts'
import { type PrintedFailure, printedFailures } from './message/printed-failure.ts'
import { type Place, placesOf, projectFiles } from './message/project.ts'
import { chat } from './message/requests.ts'
import type { Proof } from './proof.ts'

const key = 'sk-message-0123456789abcdefghij'
/** Design §6. */
const longest = 40
// biome-ignore lint/suspicious/noControlCharactersInRegex: that none is printed is what this is about
const control = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const proof: Proof = {
  name: 'message',
  promise:
    'a mismatch says what changed in 40 lines, and the command it prints records exactly that test again',
  async run({ slice, log, args }) {
    const places = placesOf(edits).filter((place, at) =>
      args[0] ? place.edit.what.includes(args[0]) : !slice || at % 8 === 0,
    )
    const provider = await startProvider()
    const project = await UserProject.create({ ...projectFiles(places), ...callFiles(places, 'before') })
    const env = { PROVIDER_URL: provider.url, OPENAI_API_KEY: key, CALLS: project.path('calls') }
    const faults: string[] = []
    let recorded = 0
    let height = 0
    try {
      const first = await project.vitest([], { env: { ...env, RETAKE: 'record' }, timeout: 120_000 })
      if (first.code !== 0) throw new Error(`they do not record green:\n${first.output}`)
      project.write(callFiles(places, 'after'))
      const asked = provider.requests.length
      const replayed = await project.vitest([], { env, timeout: 120_000 })
      if (provider.requests.length > asked) faults.push('the provider was asked while replaying')
      if (project.files().some((path) => path.endsWith('owned')))
        faults.push('a test name was run as a command')
      for (const text of [key, secret, 'hunter2-hunter2', 'undefined', '[object Object]'])
        if (replayed.raw.includes(text)) faults.push(`it prints ${text}`)
      if (replayed.code === 0) faults.push('the run exits with 0')
      const failures = printedFailures(replayed.raw)
      for (const place of places) {
        const mine = failures.filter(({ header }) => header.includes(place.id))
        const found = faultsOf(place, mine)
        const [failure] = mine
        if (failure) {
          height = Math.max(height, failure.lines.length)
          log(`\n── ${place.id} ${place.edit.what}\n${failure.lines.join('\n')}`)
        }
        if (failure?.command) {
          const wrong = await recordsExactly(project, provider, env, place, failure.command)
          if (wrong) found.push(wrong)
          else recorded++
        }
        for (const fault of found) log(`FAULT ${fault}`)
        faults.push(...found.map((fault) => `${place.id} ${place.edit.what}: ${fault}`))
      }
      const expected = places.filter(({ edit }) => edit.headline !== null)
      if (failures.length !== expected.reduce((sum, { edit }) => sum + timesOf(edit), 0))
        faults.push(`${failures.length} failures were printed`)
      await provider.close()
      const again = await project.vitest([], { env, timeout: 120_000 })
      if (again.code !== 0) faults.push(`recorded again, they do not replay green:\n${again.output}`)
    } finally {
      project.remove()
      await provider.close()
    }
    log('')
    for (const fault of faults) log(fault)
    const commands = places.filter(({ edit }) => edit.headline !== null).length
    return {
      figure: `${places.length} edits, longest message ${height} lines, ${recorded} of ${commands} commands re-recorded exactly their test, ${faults.length} faults`,
      ok: places.length > 0 && faults.length === 0 && recorded === commands,
    }
  },
}

export default proof

/** What the calls of each test are, before or after the edit. */
function callFiles(places: readonly Place[], when: 'before' | 'after'): Record<string, string> {
  const files: Record<string, string> = { 'calls/neighbour.json': JSON.stringify([chat('Neighbour?')]) }
  for (const { id, edit } of places) files[`calls/${id}.json`] = JSON.stringify(edit[when])
  return files
}

function faultsOf({ edit }: Place, mine: readonly PrintedFailure[]): string[] {
  if (edit.headline === null) return mine.length ? ['it fails'] : []
  const [failure] = mine
  if (!failure) return ['it does not fail']
  const faults: string[] = []
  if (mine.length !== timesOf(edit)) faults.push(`it fails ${mine.length} times`)
  if (!failure.headline.startsWith('ReplayMismatch: '))
    faults.push(`it is no ReplayMismatch: ${failure.headline}`)
  const fits =
    typeof edit.headline === 'string'
      ? failure.headline.includes(edit.headline)
      : edit.headline.test(failure.headline)
  if (!fits) faults.push(`the headline is: ${failure.headline}`)
  if (edit.path !== null && edit.path !== 'call_index' && !failure.lines[1]?.endsWith(` · ${edit.path}`))
    faults.push(`the path is not ${edit.path}: ${failure.lines[1]}`)
  if (failure.lines.length > longest) faults.push(`it has ${failure.lines.length} lines`)
  const wide = Math.max(
    ...failure.lines.filter((line) => !line.includes('npx retake')).map((line) => line.length),
  )
  if (wide > 400) faults.push(`a line has ${wide} characters`)
  if (control.test(failure.lines.join(''))) faults.push('it prints control characters')
  if (failure.command === null) faults.push('it prints no command')
  return faults
}

/** Runs the printed command by a shell. `null` where it made the calls of its test and changed its cassette, nothing else. */
async function recordsExactly(
  project: UserProject,
  provider: RunningProvider,
  env: Record<string, string>,
  { edit }: Place,
  command: string,
): Promise<string | null> {
  const before = cassettes(project)
  const asked = provider.requests.length
  const result = await project.shell(command, { env })
  if (result.code !== 0) return `the command fails: ${command}\n${result.output}`
  const made = provider.requests.slice(asked).map(({ body }) => JSON.stringify(body))
  const once = edit.after.map(({ body }) => JSON.stringify(body))
  const wanted = Array.from({ length: timesOf(edit) }, () => once).flat()
  if (made.join() !== wanted.join())
    return `the command made ${made.length} calls, not ${wanted.length}: ${command}`
  const changes = [...cassettes(project)].filter(([path, content]) => before.get(path) !== content)
  return changes.length === timesOf(edit)
    ? null
    : `the command changed ${changes.map(([path]) => path).join(', ') || 'no cassette'}`
}

/** How many tests have the full name, and are recorded together. */
function timesOf({ declared }: Edit): number {
  return declared === 'twice' ? 2 : 1
}

function cassettes(project: UserProject): Map<string, string> {
  return new Map(project.cassettes().map((path) => [path, project.read(path)]))
}
