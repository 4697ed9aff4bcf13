const prefix = 'retake-placeholder-'

/**
 * The credentials among `names` that the environment holds, placeholders left out. Values shorter than 16 characters are
 * left out too: they are no provider's keys, and removing them wherever they occur would spoil ordinary text.
 */
export function readCredentials(
  env: Readonly<Record<string, string | undefined>>,
  names: Iterable<string>,
): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of names) {
    const value = env[name]?.trim()
    if (value !== undefined && value.length >= 16 && !isPlaceholder(value)) found.set(name, value)
  }
  return found
}

/**
 * What Retake puts into the environment in place of a credential. The same on every machine; at least 16 characters of
 * `a-z0-9-`, so it is valid in a header and survives the constructors of SDKs.
 */
export function placeholderFor(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return prefix + (slug === '' ? 'credential' : slug)
}

/** Whether a value was made by {@link placeholderFor}. */
export function isPlaceholder(value: string): boolean {
  return value.startsWith(prefix)
}
