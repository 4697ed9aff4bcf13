import { escapeControl } from '../redact/printable.ts'

/**
 * Says something to the user that is no failure, on stderr and past any console that the test has mocked: lines that
 * begin with ` Retake  `.
 */
export function notify(text: string): void {
  const lines = text.split('\n').map(escapeControl)
  process.stderr.write(` Retake  ${lines.join('\n         ')}\n`)
}
