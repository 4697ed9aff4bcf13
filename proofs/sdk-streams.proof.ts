import type { UserProject } from '../test/support/user-project.ts'
import type { CallOutcome, PlannedCall } from './clients/sdk-client.ts'
import type { Proof } from './proof.ts'
import { type AnswerServer, serveAnswers } from './support/answer-server.ts'
import { type CorpusExchange, isSdkCall, loadCorpus } from './support/corpus.ts'
import { sliceOfCorpus } from './support/corpus-slice.ts'
import { outcomeDifference } from './support/outcome-difference.ts'
import { createPlayProject, readSeen, runProject } from './support/play-project.ts'
import { answerOf, withContentType } from './support/wire-answer.ts'

/** Exchanges whose calls one test makes, one after the other. */
const perTest = 4

/** Events after which an early leaver leaves. */
const earlyLeave = 2

/** Without Retake, recording, and replaying with nobody there. */
const runs = ['live', 'record', 'replay'] as const

const proof: Proof = {
  name: 'sdk-streams',
  promise:
    'through the OpenAI, Anthropic and AI SDKs, every answer of the corpus gives the same stream events, final value and error live, recorded and replayed',
  async run({ slice, log }) {
    const all = loadCorpus(false).filter(isSdkCall)
    const exchanges = slice ? sliceOfCorpus(all) : all
    const answers = exchanges.map(
      (exchange) => withContentType(answerOf(exchange), exchange.response.contentType).wire,
    )
    const server = await serveAnswers((path) => answers[Number(path.split('/')[1])])
    const plans = plansOf(exchanges, server, slice ? 0 : 1)
    const project = await createPlayProject(plans, {
      client: 'sdk-client.ts',
      testFiles: slice ? 1 : 4,
      config: 'export default { recordErrors: true }\n',
    })
    try {
      const failures: string[] = []
      for (const run of runs) {
        if (run === 'replay') await server.close()
        const { code, output } = await runProject(project, run)
        if (code !== 0) failures.push(`the ${run} run fails:\n${output}`)
      }
      const counts = compareRuns(project, plans, exchanges, failures)
      for (const line of failures.slice(0, 30)) log(line.slice(0, 4_000))
      log(`${counts.left} calls left a stream early, ${counts.errors} ended in an error`)
      return {
        figure: `${counts.calls} calls over ${exchanges.length} exchanges, ${counts.events} stream events, ${failures.length} differences`,
        ok: failures.length === 0 && counts.events > counts.calls,
      }
    } finally {
      await server.close()
      project.remove()
    }
  },
}

export default proof

function plansOf(
  exchanges: CorpusExchange[],
  { origin }: AnswerServer,
  /** A retry takes seconds: each SDK waits before it. */
  maxRetries: number,
): Map<string, PlannedCall[]> {
  const plans = new Map<string, PlannedCall[]>()
  for (const [at, { endpoint, response }] of exchanges.entries()) {
    const call = {
      endpoint: endpoint as PlannedCall['endpoint'],
      streaming: response.streaming,
      leaveAfter: null,
      maxRetries,
      origin: `${origin}/${at}`,
    }
    const name = `calls-${Math.floor(at / perTest)}`
    const plan = plans.get(name) ?? []
    plan.push({ ...call, sdk: 'vendor' }, { ...call, sdk: 'ai' })
    if (call.streaming) plan.push({ ...call, sdk: 'vendor', leaveAfter: earlyLeave })
    plans.set(name, plan)
  }
  return plans
}

function compareRuns(
  project: UserProject,
  plans: Map<string, PlannedCall[]>,
  exchanges: CorpusExchange[],
  failures: string[],
) {
  const counts = { calls: 0, events: 0, errors: 0, left: 0 }
  for (const [name, plan] of plans) {
    const [live, ...others] = runs.map((run) => readSeen<CallOutcome[]>(project, run, name))
    for (const [at, call] of plan.entries()) {
      const wanted = live?.[at]
      counts.calls += 1
      counts.events += wanted?.events.length ?? 0
      if (wanted?.error) counts.errors += 1
      if (call.leaveAfter !== null) counts.left += 1
      for (const [index, other] of others.entries()) {
        const difference = wanted ? outcomeDifference(wanted, other?.[at]) : 'no outcome'
        if (difference)
          failures.push(
            `${runs[index + 1]}: ${labelOf(call, exchanges[Number(call.origin.split('/').at(-1))]?.file)}: ${difference}`,
          )
      }
    }
  }
  return counts
}

function labelOf({ sdk, endpoint, leaveAfter, streaming }: PlannedCall, file: string | undefined): string {
  const how = leaveAfter === null ? (streaming ? 'stream' : 'whole') : 'left early'
  return `${file}: ${sdk} ${endpoint}, ${how}`
}
