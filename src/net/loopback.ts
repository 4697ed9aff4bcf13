/** True for every address that stays on this machine: `localhost` and its subdomains, 127.0.0.0/8, `::1`, `0.0.0.0`. */
export function isLoopback(hostname: string): boolean {
  const name = plainHostname(hostname)
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/.test(name) ||
    name === '::1' ||
    name === '0.0.0.0' ||
    name === '::' ||
    /^::ffff:(?:127\.|7f[0-9a-f]{2}:)/.test(name)
  )
}

/** Lower case, without the brackets of IPv6 and without the root's dot. */
export function plainHostname(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '')
}
