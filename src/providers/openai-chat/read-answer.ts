import type { RecordedCall, Usage } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { readAnswerBody, wholeJson } from '../answer-body.ts'
import type { Answer, Part } from '../dialect.ts'
import { fieldIn, listIn, objectIn, textIn } from '../fields.ts'
import { readError } from '../read-error.ts'
import { joinChunks } from './join-chunks.ts'
import { readMessageParts } from './read-message.ts'
import { readUsage } from './usage.ts'

/** See `Dialect.readAnswer`. Reads a JSON answer and a stream of chunks, which is first joined to the form of the former. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const error = readError(call, body)
  const json = wholeJson(body, joinChunks)
  const choices = listIn(json, 'choices').map(readChoice)
  choices[0]?.parts.push(...readSources(json))
  return { choices, usage: usageIn(json), model: textIn(json, 'model') || null, error }
}

function readChoice(choice: JsonValue): Answer['choices'][number] {
  const message = objectIn(choice, 'message')
  const text = textIn(choice, 'text')
  const parts: Part[] = text === null ? readMessageParts(message) : [{ kind: 'text', text }]
  return { parts, stop: textIn(choice, 'finish_reason') }
}

// Perplexity names its sources beside the choices.
function readSources(json: JsonValue): Part[] {
  const citations = fieldIn(json, 'citations')
  return Array.isArray(citations) && citations.length > 0
    ? [{ kind: 'other', label: 'citations', value: citations }]
    : []
}

function usageIn(json: JsonValue): Usage | null {
  // Groq and Moonshot put the usage of a stream in places of their own.
  const places = [json, fieldIn(json, 'x_groq'), listIn(json, 'choices')[0]]
  const usage = places.map((place) => fieldIn(place, 'usage')).find(isJsonObject)
  return usage ? readUsage(usage) : null
}
