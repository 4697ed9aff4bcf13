/**
 * `npm run demo`: what Retake is for, told in a terminal in five steps. Every step is checked; the first that does not do
 * what it says ends the demo with exit code 1. Nothing leaves this machine.
 */
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import spawn from 'cross-spawn'
import { createTwoFilesPatch } from 'diff'
import { type RunningProvider, startProvider } from '../provider/provider.ts'
import { check, command, diff, heading, output, tell } from './print.ts'
import { DemoProject, type Ran } from './project.ts'

const redirect = path.resolve(import.meta.dirname, '../provider/redirect.mjs')
const unplug = path.resolve(import.meta.dirname, 'unplug.mjs')
const recordings = 'src/__recordings__'
const recording = `${recordings}/agent.test.ts/weather agent/looks the weather up`
const prompt = { before: 'Answer in one sentence.', after: 'Answer in one short sentence.' }

const started = performance.now()
build()
let project: DemoProject | undefined
let provider: RunningProvider | undefined
try {
  project = new DemoProject()
  provider = await startProvider()
  await tellStory(project, provider)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`\nEvery step did what it says. ${seconds} s\n`)
} catch (error) {
  console.error(`\nThe demo failed: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  await provider?.close()
  project?.remove()
}

async function tellStory(project: DemoProject, provider: RunningProvider): Promise<void> {
  console.log(
    '\nA weather agent on the OpenAI SDK, with one test. Its Vitest config has one line for Retake:',
  )
  tell('')
  output(project.read('vitest.config.ts'))

  heading(1, 'Record')
  tell('OPENAI_API_KEY is set, and a provider on loopback plays api.openai.com.')
  const live = { EXAMPLES_PROVIDER_URL: provider.url, OPENAI_API_KEY: 'sk-demo-0123456789abcdefghij' }
  const recorded = await run(project, 'npx retake record -- npx vitest run', live, redirect)
  expectThat(recorded.code === 0, 'the recording run passes')
  expectThat(provider.requests.length === 2, 'the provider was called twice')
  expectThat(project.files(recordings).includes(`${recording}.md`), 'a transcript was written')
  check('2 calls went to the provider. Written beside the test, for git:')
  output(project.files(recordings).join('\n'))
  const [cassette, transcript] = [project.read(`${recording}.jsonl`), project.read(`${recording}.md`)]
  expectThat(!`${cassette}${transcript}`.includes(live.OPENAI_API_KEY), 'the key is in no file')
  check('The key is in none of them.')

  heading(2, 'Stop the provider')
  await provider.close()
  const gone = await fetch(provider.url).then(
    () => false,
    () => true,
  )
  expectThat(gone, 'nothing answers any more')
  check(`Nothing answers on ${provider.url} any more.`)

  heading(3, 'Replay: no key, no network')
  const replayed = await run(project, 'npx vitest run', {}, unplug)
  expectThat(replayed.code === 0, 'the replay passes')
  expectThat(project.read(`${recording}.jsonl`) === cassette, 'replay leaves the cassette alone')
  check('Passed in a process that may open no connection and look up no name. Same answers, same bytes.')

  heading(4, 'Change the prompt')
  project.edit('src/agent.ts', prompt.before, prompt.after)
  diff(`-const SYSTEM = '${prompt.before} …'\n+const SYSTEM = '${prompt.after} …'`)
  const mismatch = await run(project, 'npx vitest run', {}, unplug)
  const said = stripVTControlCharacters(mismatch.output)
  expectThat(mismatch.code === 1, 'the run fails')
  expectThat(said.includes('ReplayMismatch: the system prompt changed'), 'the failure names the change')
  expectThat(said.includes(`"${prompt.after} Use the weather tool`), 'the failure shows both texts')
  check('The test fails, says what changed, and where, and how to record it again.')

  heading(5, 'Meant it: record again, and review')
  const printed = /npx retake record -- .*/.exec(said)?.[0]
  expectThat(printed !== undefined, 'the failure prints the command')
  const again = await startProvider()
  const rerun = await run(
    project,
    printed as string,
    { ...live, EXAMPLES_PROVIDER_URL: again.url },
    redirect,
  ).finally(() => again.close())
  expectThat(rerun.code === 0, 'the printed command records')
  expectThat(again.requests.length === 2, 'the provider was called twice again')
  const after = project.read(`${recording}.md`)
  const changed = transcriptDiff(transcript, after)
  expectThat(changed.includes(`-${prompt.before}`), 'the diff has the old prompt')
  expectThat(changed.includes(`+${prompt.after}`), 'the diff has the new prompt')
  check('That was the command which the failure printed, as it stands.')
  tell('The cassette is folded away in a review; its transcript is what one reads there:')
  diff(changed)
  const green = await project.run('npx vitest run', {}, unplug)
  expectThat(green.code === 0, 'the new recording replays')
  check('And it replays, without key and network.')
}

/** Builds the package from the sources at hand; says something only where it fails. */
function build(): void {
  const done = spawn.sync('npm', ['run', '--silent', 'build'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (done.status === 0) return
  console.error(`The package could not be built.\n${done.stdout}${done.stderr}`)
  process.exit(1)
}

async function run(
  project: DemoProject,
  line: string,
  env: Record<string, string>,
  preload: string,
): Promise<Ran> {
  command(line)
  const ran = await project.run(line, env, preload)
  output(ran.output)
  return ran
}

function transcriptDiff(before: string, after: string): string {
  const name = `${recording}.md`
  return createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, '', '', { context: 2 })
    .replace(/^=+\n/, '')
    .trimEnd()
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`it was expected that ${what}.`)
}
