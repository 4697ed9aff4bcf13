import type { Proof } from './proof.ts'
import { requireTools, runInLoopbackWorld } from './support/loopback-world.ts'
import { modelHosts } from './support/model-hosts.ts'

const proof: Proof = {
  name: 'hermetic',
  promise:
    'replay reaches no model host: not from the examples, not from raw sockets, not for what was never recorded',
  async run(context) {
    requireTools('strace')
    return runInLoopbackWorld('hermetic/inside.ts', modelHosts, context)
  },
}

export default proof
