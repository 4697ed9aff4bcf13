import { createHash } from 'node:crypto'
import type { SecretFinding } from '../errors/secret-found-error.ts'
import { beginsToken, scanPatterns } from './scan-patterns.ts'

interface RawFinding {
  rule: string
  start: number
  end: number
}

/**
 * Looks through a take once more, independently of the redactor: secretlint's single rules, without the one that obeys
 * `secretlint-disable` comments (a recorded text could switch the scan off with it), and patterns of our own. secretlint is
 * loaded at the first call.
 *
 * Findings come in the order of the text, one per place. Those whose fingerprint is in `allow` are left out.
 */
export async function scanForSecrets(
  text: string,
  { allow }: { allow: readonly string[] },
): Promise<SecretFinding[]> {
  const raw = [...runPatterns(text), ...(await runSecretlint(text))]
  const allowed = new Set(allow)
  const located = locator(text)
  return firstPerPlace(raw)
    .map(({ rule, start, end }) => ({
      rule,
      ...located(start),
      excerpt: mask(text.slice(start, end)),
      fingerprint: fingerprintOf(rule, text.slice(start, end)),
    }))
    .filter((finding) => !allowed.has(finding.fingerprint))
}

/** First 16 hex digits of the SHA-256 over rule and secret. */
function fingerprintOf(rule: string, secret: string): string {
  return createHash('sha256').update(`${rule}\n${secret}`).digest('hex').slice(0, 16)
}

function runPatterns(text: string): RawFinding[] {
  return scanPatterns.flatMap(({ rule, pattern, isToken }) =>
    Array.from(text.matchAll(pattern), (found) => ({
      rule,
      start: found.index,
      end: found.index + found[0].length,
    })).filter(({ start }) => !isToken || beginsToken(text, start)),
  )
}

async function runSecretlint(text: string): Promise<RawFinding[]> {
  const [{ lintSource }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ])
  const scanners = rules.filter((rule) => !rule.meta.id.endsWith('filter-comments'))
  const result = await lintSource({
    // The rules know no JSON: the `n` of an escaped line break would look like the letter before a word. Same length, so
    // that the places hold. The rules look at the name of a file too; this one is of no special kind.
    source: { filePath: 'take.txt', content: text.replace(/\\[nrt]/g, ' \n'), contentType: 'text' },
    options: {
      noPhysicFilePath: true,
      config: { rules: scanners.map((rule) => ({ id: rule.meta.id, rule, options: {} })) },
    },
  })
  return result.messages.map((message) => ({
    rule: message.ruleId.replace(/^.*rule-/, ''),
    start: message.range[0],
    end: message.range[1],
  }))
}

/** Of findings that overlap, the first and longest; what redaction put there is none. */
function firstPerPlace(raw: RawFinding[]): RawFinding[] {
  const sorted = raw.sort((a, b) => a.start - b.start || b.end - a.end || (a.rule < b.rule ? -1 : 1))
  let end = 0
  return sorted.filter((finding) => {
    if (finding.start < end) return false
    end = finding.end
    return true
  })
}

function mask(secret: string): string {
  const shown = secret.slice(0, Math.min(6, secret.length >> 2)).replace(/[^\x20-\x7e]/g, '?')
  return `${shown}…(${secret.length} characters)`
}

function locator(text: string): (index: number) => { line: number; column: number } {
  let line = 1
  let lineStart = 0
  // Findings come in order, so each line break is counted once.
  return (index) => {
    for (
      let at = text.indexOf('\n', lineStart);
      at !== -1 && at < index;
      at = text.indexOf('\n', lineStart)
    ) {
      line += 1
      lineStart = at + 1
    }
    return { line, column: index - lineStart + 1 }
  }
}
