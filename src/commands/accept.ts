import { relative } from 'node:path'
import { listTakes, type Take } from '../cassette/take-read.ts'
import { loadConfig } from '../config/load.ts'
import { locateProject } from '../config/locate.ts'
import { isRetakeError } from '../errors/retake-error.ts'
import { adoptTake } from '../session/adopt-take.ts'

/**
 * Adopts the takes of the project in the working directory as cassettes: of several takes of one test the newest. A take
 * that is still being recorded is left alone; one that the secret scan doubts, or that ended before its calls did, is
 * named and kept.
 *
 * @param filters words of which one must be in the test's name, its file or the take's path; none: all takes
 * @returns 0 where all were adopted (or listed), 1 where one was not, 2 where there is nothing to accept
 * @throws {ConfigError} where the config cannot be read.
 */
export async function accept(filters: readonly string[], options: { list: boolean }): Promise<number> {
  const project = locateProject(process.cwd())
  const { takes, damaged } = listTakes(project.root)
  const chosen = newestOfEach(takes).filter((take) => take.state !== 'recording' && isChosen(take, filters))
  for (const error of damaged) say(`${error.name}: ${error.message}`)
  if (chosen.length === 0) {
    say(
      filters.length > 0
        ? `no take awaits a decision that matches ${filters.join(' or ')}`
        : 'no take awaits a decision',
    )
    return damaged.length > 0 ? 1 : filters.length > 0 ? 2 : 0
  }
  if (options.list) {
    for (const take of chosen) say(describe(take))
    return 0
  }
  const { allowSecrets = [] } = loadConfig(project)
  let refused = damaged.length
  for (const take of chosen) {
    try {
      const calls = take.calls.filter((call) => call.ended)
      if (calls.length === 0) throw new Error('no call in it ended; nothing was recorded')
      const state = await adoptTake(take, calls, { root: project.root, allowSecrets, overwrite: true })
      say(`${state.padEnd(9)} ${relative(process.cwd(), take.cassettePath)}, ${plural(calls.length, 'call')}`)
    } catch (error) {
      refused++
      say(
        `kept      ${describe(take)}\n${isRetakeError(error) ? `${error.name}: ${error.message}` : (error as Error).message}`,
      )
    }
  }
  return refused > 0 ? 1 : 0
}

/** The take that counts for each cassette: the one recorded last. */
function newestOfEach(takes: readonly Take[]): Take[] {
  const newest = new Map<string, Take>()
  for (const take of takes) newest.set(take.cassettePath, take)
  return [...newest.values()]
}

function isChosen(take: Take, filters: readonly string[]): boolean {
  const { file, name } = take.header.test
  const places = [file, (name ?? []).join(' > '), (name ?? []).join(' '), take.path]
  return filters.length === 0 || filters.some((word) => places.some((place) => place.includes(word)))
}

function describe(take: Take): string {
  const { file, name } = take.header.test
  const test = name === null ? '(hooks and module scope)' : name.join(' > ')
  const why = take.reasons.at(-1) ?? (take.state === 'left' ? 'the run was cut off' : 'no reason was noted')
  return `${file} > ${test}, ${plural(take.calls.length, 'call')}: ${why}`
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
