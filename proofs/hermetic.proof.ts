import { requireTools, runInLoopbackWorld } from './loopback-world.ts'
import { modelHosts } from './model-hosts.ts'
import type { Proof } from './proof.ts'

const proof: Proof = {
  name: 'hermetic',
  promise:
    'replay reaches no model host: not from the examples, not from raw sockets, not for what was never recorded',
  async run(context) {
    requireTools('strace')
    return runInLoopbackWorld('hermetic-inside.ts', modelHosts, context)
  },
}

export default proof
