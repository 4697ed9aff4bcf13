/**
 * Who answers. Data, not code: a new provider is a new row of the table, or `defineProvider` in the config.
 */
export interface Provider {
  /** Lower-case id, such as `openai`. Recorded in every request line. */
  name: string
  /**
   * Hosts that belong to it: a name (`api.openai.com`), a wildcard (`*.openai.azure.com`), or a loopback port
   * (`localhost:11434`), which stands for every loopback address with that port.
   */
  hosts: readonly string[]
  /** Where the host serves more than an API (`openrouter.ai`): only URLs whose path starts with one of these belong to it. */
  basePaths?: readonly string[]
  /** Environment variables that hold its credentials. Redacted by value; replaced by placeholders in replay. */
  credentials?: readonly string[]
  /**
   * Environment variables with credentials that open more than its models (those of AWS). Redacted by value too, but left in
   * place in replay for other services; missing ones are filled in where its recordings are replayed.
   */
  sharedCredentials?: readonly string[]
  /** Paths (prefixes) on its hosts that carry telemetry: never recorded, answered locally in replay. */
  telemetry?: readonly string[]
  /** Response headers to keep beside the standard list. */
  responseHeaders?: readonly string[]
  /** The dialect of paths that no dialect recognises by itself. Default: `plain`. */
  dialect?: string
}
