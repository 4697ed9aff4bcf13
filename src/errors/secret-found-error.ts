import { RetakeError } from './retake-error.ts'

/** One thing in a take that the second scan takes for a secret. */
export interface SecretFinding {
  /** Which rule found it: `openai`, `jwt`, … */
  rule: string
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units. */
  column: number
  /** What was found, all but its first characters hidden. */
  excerpt: string
  /** First 16 hex digits of the SHA-256 of rule and secret: the same on every machine. */
  fingerprint: string
  /** The call whose line it stands in, where the caller knows it. */
  call_index?: number
}

/** A take was not adopted, because the second scan found in it what redaction had left. The take is kept. */
export class SecretFoundError extends RetakeError {
  readonly code = 'RETAKE_SECRET_FOUND'
  readonly findings: readonly SecretFinding[]
  readonly takePath: string

  constructor(findings: readonly SecretFinding[], takePath: string) {
    super(describe(findings, takePath))
    this.findings = findings
    this.takePath = takePath
  }
}

const shown = 8

function describe(findings: readonly SecretFinding[], takePath: string): string {
  const lines = findings.slice(0, shown).map((finding) => {
    const call = finding.call_index === undefined ? '' : `call ${finding.call_index}, `
    return `  ${call}line ${finding.line}, column ${finding.column}: ${finding.rule} ${finding.excerpt} (${finding.fingerprint})`
  })
  if (findings.length > shown) lines.push(`  and ${findings.length - shown} more`)
  const allow = [...new Set(findings.map((finding) => `'${finding.fingerprint}'`))].slice(0, shown).join(', ')
  const count =
    findings.length === 1 ? 'what looks like a secret' : `${findings.length} things that look like secrets`
  return [
    `the recording holds ${count} and was not adopted; the take is kept: ${takePath}`,
    ...lines,
    '  a secret? name its field or pattern in the config under redact, then record again',
    `  no secret? allow it in the config: allowSecrets: [${allow}]`,
  ].join('\n')
}
