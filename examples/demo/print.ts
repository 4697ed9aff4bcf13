import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Colours only where somebody looks and did not say no: https://no-color.org */
export const hasColor = Boolean(process.stdout.isTTY && !process.env.NO_COLOR)

const paint = (style: Style, text: string) => (hasColor ? styleText(style, text) : text)

/** A step of the story. */
export function heading(number: number, text: string): void {
  console.log(`\n${paint('bold', `${number}. ${text}`)}\n`)
}

/** A remark of the narrator. */
export function tell(text: string): void {
  console.log(`   ${text}`)
}

/** A command as one would type it. */
export function command(text: string): void {
  console.log(`   ${paint('cyan', `$ ${text}`)}`)
}

/** What a command printed, as it came, without the empty lines around it. */
export function output(text: string): void {
  const lines = text.replace(/^\s*\n|\s+$/g, '').split('\n')
  console.log(lines.map((line) => `   ${paint('dim', '│')} ${line}`).join('\n'))
}

/** A step did what it said. */
export function check(text: string): void {
  console.log(`   ${paint('green', '✓')} ${text}`)
}

/** A unified diff. */
export function diff(text: string): void {
  const styles: Record<string, Style> = { '+': 'green', '-': 'red', '@': 'cyan' }
  output(
    text
      .split('\n')
      .map((line) => (styles[line[0] ?? ''] ? paint(styles[line[0] as string] as Style, line) : line))
      .join('\n'),
  )
}
