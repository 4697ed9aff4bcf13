import { providerTable } from '../../src/providers/table.ts'

/** A concrete name for every host of the provider table, with a path of its API before it; loopback ports have none. */
export const modelOrigins: ReadonlyMap<string, string> = new Map(
  providerTable.flatMap(({ hosts, basePaths }) =>
    hosts
      .filter((host) => !host.includes(':'))
      .map((host) => [
        host.replaceAll('*', 'example'),
        `https://${host.replaceAll('*', 'example')}${basePaths?.[0]?.replaceAll('*', 'example') ?? ''}`,
      ]),
  ),
)

/** The names alone. */
export const modelHosts: readonly string[] = [...modelOrigins.keys()]
