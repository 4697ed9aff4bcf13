import { hostAddresses, unknownAddresses } from './hosts/addresses.ts'
import { lookAlikes } from './hosts/look-alikes.ts'
import type { Proof } from './proof.ts'
import { requireTools, runInLoopbackWorld } from './support/loopback-world.ts'

const proof: Proof = {
  name: 'hosts',
  promise:
    'every address of the provider table is recognised, recorded and replayed over TLS; look-alikes are left alone',
  async run(context) {
    requireTools('openssl')
    const urls = [...hostAddresses, ...unknownAddresses, ...lookAlikes].map(
      ({ url }) => new URL(url).hostname,
    )
    const names = new Set(urls.filter((name) => name !== 'localhost' && name !== '127.0.0.1'))
    return runInLoopbackWorld('hosts/inside.ts', [...names], context)
  },
}

export default proof
