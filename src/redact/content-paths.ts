import type { FieldPath } from '../json/path.ts'

/**
 * A test for paths that a dialect declares as content although their name looks secret: patterns with `[]` for any index and
 * `*` for any key, matched at the end of the path, so that they hold wherever the body is nested (`logprobs.content[].token`).
 * Tokens of log probabilities always are.
 */
export function contentPathMatcher(patterns: readonly string[]): (path: FieldPath) => boolean {
  const compiled = patterns.map((pattern) => pattern.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [])
  return (path) => {
    if (path.includes('logprobs') || path.includes('top_logprobs')) return true
    return compiled.some((steps) => endsWith(path, steps))
  }
}

function endsWith(path: FieldPath, steps: readonly string[]): boolean {
  const offset = path.length - steps.length
  if (offset < 0 || steps.length === 0) return false
  return steps.every((step, index) => {
    const segment = path[offset + index]
    if (step.startsWith('[')) return typeof segment === 'number'
    return step === '*' ? typeof segment === 'string' : segment === step
  })
}
