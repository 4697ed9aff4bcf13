/*
 * Reads the answer back out of a rendered transcript: Markdown, taken apart line by line without anything of src/.
 */
import type { ReadUsage } from './reading.ts'

/** A text as a transcript shows it: whole, or its beginning with the size and hash of the whole. */
export interface ShownText {
  text: string
  cut: { bytes: number; sha256: string } | null
}

export interface ShownChoice {
  texts: ShownText[]
  calls: { name: string; value: ShownText | null }[]
  stop: string | null
}

export interface ShownAnswer {
  choices: ShownChoice[]
  usage: ReadUsage
  failed: boolean
}

const heading = /^\*\*Assistant\*\*( calls| reasons| refuses)?(?: \(choice \d+ of \d+\))?$/
const cutNote = /^\*\(cut; ([\d,]+) bytes in all, sha256 ([0-9a-f]+)\)\*$/

/** What the part of a transcript that shows one answer says. */
export function readShownAnswer(markdown: string): ShownAnswer {
  const lines = markdown.split('\n')
  const answer: ShownAnswer = { choices: [], usage: {}, failed: false }
  let kind = 'none'
  let isMany = false
  let last: ShownText | null = null
  const choice = (): ShownChoice => {
    if (answer.choices.length === 0) answer.choices.push({ texts: [], calls: [], stop: null })
    return answer.choices.at(-1) as ShownChoice
  }
  const addText = (text: string, joins: boolean) => {
    if (kind !== 'text') last = { text, cut: null }
    else if (joins && last && !last.cut) last.text += `\n\n${text}`
    else {
      last = { text, cut: null }
      choice().texts.push(last)
    }
  }

  let wasProse = false
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    if (line === '') continue
    const isProse = kind === 'text' && !/^(?:\*|`{3,}|- | {2}|stop: )/.test(line) && !usageOf(line)
    const found = heading.exec(line)
    const isChoice = /\(choice \d+ of/.test(line)
    const cut = cutNote.exec(line.startsWith('  *') && kind === 'calls' ? line.slice(2) : line)
    const fence = /^( {2})?(`{3,})$/.exec(line)
    if (found) {
      if (isChoice) {
        answer.choices.push({ texts: [], calls: [], stop: null })
        isMany = true
      }
      kind = found[1]?.trim() ?? 'text'
      last = null
    } else if (/^\*\*(?:Error|Tool|Answer)\*\*/.test(line)) {
      kind = 'other'
      answer.failed ||= line.startsWith('**Error**')
    } else if (cut && last)
      last.cut = { bytes: Number(cut[1]?.replaceAll(',', '')), sha256: cut[2] as string }
    else if (fence) {
      const end = lines.indexOf(`${fence[1] ?? ''}${fence[2]}`, at + 1)
      const text = lines
        .slice(at + 1, end)
        .map((one) => (fence[1] && one.startsWith('  ') ? one.slice(2) : one))
        .join('\n')
      at = end
      const call = fence[1] && kind === 'calls' ? choice().calls.at(-1) : undefined
      if (call) {
        last = { text, cut: null }
        call.value = last
      } else if (!fence[1]) addText(text, false)
    } else if (line.startsWith('- ') && kind === 'calls') {
      const [, , name = '', rest] = /^- (`+) ?(.*?) ?\1(?: (.*))?$/.exec(line) ?? []
      choice().calls.push({ name, value: rest === undefined ? null : { text: rest, cut: null } })
    } else if (line.startsWith('stop: ')) {
      const [stop, tokens] = splitLast(line)
      choice().stop = stop
      if (tokens) answer.usage = usageOf(tokens) ?? {}
      if (isMany) kind = 'none'
    } else if (usageOf(line)) answer.usage = usageOf(line) ?? {}
    else if (isProse) {
      let text = line
      while (lines[at + 1]) text += `\n${lines[++at]}`
      addText(text, wasProse)
    }
    wasProse = isProse && !found && !fence
  }
  return answer
}

function splitLast(line: string): [stop: string, tokens: string | undefined] {
  const [stop = '', tokens] = line.slice('stop: '.length).split(' · ')
  return [stop.replace(/\\(.)/g, '$1'), tokens]
}

/** The counts of a line such as `58 tokens in (4 cached), 16 out (8 reasoning)`; `null` for any other line. */
function usageOf(line: string): ReadUsage | null {
  const found =
    /^(?:(\d+) tokens in(?: \((\d+) cached\))?(?:, (\d+) out(?: \((\d+) reasoning\))?)?|(\d+) tokens out(?: \((\d+) reasoning\))?)$/.exec(
      line,
    )
  if (!found) return null
  const [, input, cached, out, thought, only, onlyThought] = found
  const counts = { input, cached, output: out ?? only, reasoning: thought ?? onlyThought }
  return Object.fromEntries(
    Object.entries(counts).flatMap(([key, count]) => (count === undefined ? [] : [[key, Number(count)]])),
  )
}
