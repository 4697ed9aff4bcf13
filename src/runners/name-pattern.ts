/**
 * A regular expression that matches one full test name and no other, in characters that every shell leaves alone between
 * double quotes: sh, cmd.exe and PowerShell each treat some of `"$%!` and the backquote as their own.
 */
export function patternOf(fullName: string): string {
  return `^${escapeName(fullName)}$`
}

/** As {@link patternOf}, of any of several names; at least one. */
export function patternOfAny(fullNames: readonly string[]): string {
  const [only, ...more] = fullNames
  return only !== undefined && more.length === 0
    ? patternOf(only)
    : `^(?:${fullNames.map(escapeName).join('|')})$`
}

function escapeName(name: string): string {
  let pattern = ''
  for (const character of name) pattern += escapeFor(character)
  return pattern
}

function escapeFor(character: string): string {
  if (/[\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{RI} _\-,:;=@#'/<>~&]/u.test(character)) return character
  if (/[.*+?()[\]{}|]/.test(character)) return `\\${character}`
  let escaped = ''
  for (let at = 0; at < character.length; at++)
    escaped += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  return escaped
}
