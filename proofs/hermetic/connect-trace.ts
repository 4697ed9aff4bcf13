import { existsSync, readFileSync } from 'node:fs'

/** An attempt to connect, as the kernel saw it. */
export interface SeenConnect {
  /** `127.0.0.1`, `::1`. */
  address: string
  port: number
}

/** The words that run a command with its connection attempts, and those of all its children, traced into `file`. */
export function tracingConnects(file: string, command: readonly string[]): string[] {
  return [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-e',
    'trace=connect',
    '-e',
    'signal=none',
    '-o',
    file,
    ...command,
  ]
}

/** The connection attempts of a trace over IPv4 and IPv6; those over sockets in the file system are none. */
export function readConnects(file: string): SeenConnect[] {
  if (!existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(/\bconnect\(\d+, \{sa_family=AF_INET6?, (.*?)\}, \d+/g)].map(
    ([, fields = '']) => ({
      address:
        /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(fields)?.slice(1).find(Boolean) ??
        fields,
      port: Number(/sin6?_port=htons\((\d+)\)/.exec(fields)?.[1] ?? -1),
    }),
  )
}

/** Whether the attempt stayed with the servers of the project itself. */
export function isLocal({ address }: SeenConnect): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
}
