import { join } from 'node:path'
import { TakeWriter } from '../../src/cassette/take.ts'
import { sampleCalls, sampleHeader } from './sample.ts'

/** Records three calls and then waits to be killed. Started by take.test.ts. */
const root = process.argv[2] as string
const cassettePath = join(root, 'calls the tool.jsonl')
const take = new TakeWriter({ root, cassettePath, header: sampleHeader, attempt: 1, expectBefore: 'none' })
for (const call of sampleCalls()) {
  take.request(call.call_index, call.request, call.digest, call.parents)
  if (call.response) take.response(call.call_index, call.response)
  for (const event of call.events) take.event(call.call_index, event)
  take.end(call.call_index, call)
}
process.stdout.write('written\n')
setInterval(() => {}, 1000)
