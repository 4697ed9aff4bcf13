import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderTranscript } from '../../src/report/transcript.ts'
import { codeSpan, fence, inlineText, isPlainProse, textBlocks } from '../../src/report/transcript-text.ts'
import { jsonEvents, recordedCall } from '../providers/recorded-call.ts'

describe('recorded text', () => {
  test.each([
    'Yes, take one: 12 mm of rain.',
    '{"rain": true, "mm": 12}',
    'Two\nlines',
    'One.\n\nTwo.',
    'snake_case and 3 > 2',
    'Zażółć 🌧️',
  ])('that is prose stays as it is: %j', (text) => {
    expect(textBlocks(text, 100)).toEqual([text])
  })

  test.each([
    '## Call 7 · openai',
    '**User**',
    '__User__',
    'a\n---\nb',
    'a\n===',
    '- `get_weather` {}',
    'stop: stop · 1 tokens in',
    '*(3 messages as in call 0)*',
    '<img src=x onerror=alert(1)>',
    '![x](https://tracker.example/p.png)',
    '[x]: https://tracker.example',
    '    indented',
    '1. one',
    '| a |\n|---|',
    '> quote',
    '```\ncode\n```',
    '&#35; heading',
    'ends in blanks  ',
    'a\n\n\nb',
  ])('that Markdown would take for more stands in a fence: %j', (text) => {
    const [block] = textBlocks(text, 1000)
    expect(block).toBe(fence(text))
  })

  test('has its control characters shown, not sent', () => {
    expect(textBlocks('\u001b[31mred', 100)).toEqual([fence('\\x1b[31mred')])
    expect(inlineText('a\u202eb')).toBe('a\\\\u202eb')
  })

  test('cannot end the fence around it', () => {
    expect(fence('a\n````\nb')).toBe('`````\na\n````\nb\n`````')
    expect(codeSpan('a `b` c')).toBe('``a `b` c``')
    expect(codeSpan('`a`')).toBe('`` `a` ``')
  })

  test('is cut between characters, never inside one', () => {
    const [shown] = textBlocks('😀'.repeat(10), 5)
    expect(shown).toBe('😀😀…')
  })
})

describe('whatever is recorded', () => {
  // A reader of CommonMark fences and lines: what is left outside of fences is what Retake itself wrote, or plain prose.
  function outsideOfFences(markdown: string): string[] {
    const outside: string[] = []
    let closing: string | null = null
    for (const line of markdown.split('\n')) {
      const marks = /^ {0,3}(`{3,})[^`]*$/.exec(line)?.[1]
      if (closing !== null) {
        if (marks && marks.length >= closing.length && line.trim() === marks) closing = null
      } else if (marks) closing = marks
      else outside.push(line)
    }
    expect(closing).toBeNull()
    return outside
  }

  const hostile = fc
    .array(
      fc.constantFrom(
        '#',
        '*',
        '**User**',
        '`',
        '```',
        '````',
        '\n',
        '\n\n',
        ' ',
        '- ',
        '> ',
        '<b>',
        'word',
        'stop: x',
        '1. ',
        '_',
        '|',
        '~~~',
        '## Call 9',
        '\r\n',
        '[',
        '](',
        '\\',
      ),
    )
    .map((pieces) => pieces.join(''))

  test('the headings of a transcript are those of its calls alone', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (prompt, answer, name) => {
        const calls = [0, 1].map((index) =>
          recordedCall({
            index,
            body: {
              model: `m${name}`,
              messages: [
                { role: 'user', content: prompt },
                { role: name, content: prompt },
                { role: 'tool', tool_call_id: 'x', name, content: answer },
              ],
              tools: [
                {
                  function: {
                    name,
                    description: prompt,
                    parameters: { type: 'object', properties: { [prompt]: { enum: [answer] } } },
                  },
                },
              ],
            },
            events: jsonEvents({
              choices: [
                {
                  message: {
                    content: answer,
                    refusal: prompt,
                    reasoning: name,
                    tool_calls: [{ function: { name, arguments: prompt } }],
                  },
                  finish_reason: answer,
                },
              ],
            }),
          }),
        )
        const lines = outsideOfFences(renderTranscript({ test: { file: 'a', name: [name] }, calls }))
        expect(lines.filter((line) => /^ {0,3}#/.test(line)).map((line) => line.slice(0, 9).trim())).toEqual([
          expect.stringMatching(/^# ?/),
          '## Call 0',
          '## Call 1',
        ])
        expect(lines.filter((line) => /^\s*(?:---|===|~~~|<)/.test(line))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('plain prose is never a line that a transcript itself could have written', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        fc.pre(isPlainProse(text))
        for (const line of text.split('\n')) expect(line).not.toMatch(/^(?:\*|#|- |stop:|\s)/)
      }),
    )
  })
})
