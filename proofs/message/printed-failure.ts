/** A failure as Vitest printed it. */
export interface PrintedFailure {
  /** The header: file, suites and test. */
  header: string
  /** `ReplayMismatch: …` */
  headline: string
  /** Message and diff, without the code frame. */
  lines: string[]
  /** The command that it offers. */
  command: string | null
}

/** Finds the failures in what a run of Vitest printed. */
export function printedFailures(output: string): PrintedFailure[] {
  return output
    .split(/^ FAIL {2}/m)
    .slice(1)
    .map((section) => {
      const at = section.search(/^\w+(?:Error|Mismatch|Call|Adopted): /m)
      const header = at < 0 ? section : section.slice(0, at)
      const body = (at < 0 ? '' : section.slice(at)).split(/^ ❯ |^⎯{3}/m)[0] as string
      const lines = body.trimEnd().split('\n')
      const command = lines.map((line) => /(npx retake record -- .*)/.exec(line)?.[1]).find(Boolean)
      return { header: header.trimEnd(), headline: lines[0] ?? '', lines, command: command ?? null }
    })
}
