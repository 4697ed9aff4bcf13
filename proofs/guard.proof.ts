import { guardedHosts } from './guard/project.ts'
import type { Proof } from './proof.ts'
import { requireTools, runInLoopbackWorld } from './support/loopback-world.ts'

const proof: Proof = {
  name: 'guard',
  promise:
    'a connection to a model host by a transport that is not intercepted is refused and named, in replay and in record, and sends no byte',
  async run(context) {
    requireTools('openssl')
    return runInLoopbackWorld('guard/inside.ts', guardedHosts, context)
  },
}

export default proof
