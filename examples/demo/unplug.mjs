/**
 * Preload (`NODE_OPTIONS=--import=…`) that takes the network away from a process: looking up a name and connecting to an
 * address, loopback included, end the process with code 70, whoever tries.
 */
import dns from 'node:dns'
import { Socket } from 'node:net'

const { connect } = Socket.prototype

function refuse(what) {
  process.stderr.write(`unplugged: something tried to reach ${JSON.stringify(what)}\n`)
  process.exit(70)
}

Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args
  // A pipe between processes of this machine is no network.
  if (first?.path !== undefined && first.port === undefined) return connect.apply(this, args)
  refuse(first?.host ?? first)
}
dns.lookup = refuse
dns.promises.lookup = refuse
