import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import type { Part } from '../dialect.ts'
import { fieldIn, listIn } from '../fields.ts'
import { either, eitherObject } from './either.ts'
import { addPartialArguments } from './partial-arguments.ts'
import { readContent, readSources } from './read-content.ts'

/** A candidate answer, joined over the chunks that carried it. */
export interface JoinedCandidate {
  parts: Part[]
  sources: Part[]
  finish: JsonValue | undefined
}

export interface JoinedAnswer {
  candidates: JoinedCandidate[]
  usage: JsonObject
  /** Why the prompt was blocked; empty where it was not. */
  feedback: JsonObject
  model: JsonValue | undefined
}

/** Joins the chunks of an answer (one, where it was not streamed). Neighbouring texts of one kind become one. */
export function joinChunks(chunks: readonly JsonValue[]): JoinedAnswer {
  const candidates = new Map<number, OpenCandidate>()
  const joined: JoinedAnswer = { candidates: [], usage: {}, feedback: {}, model: undefined }
  for (const chunk of chunks) {
    // Counts grow through a stream: a later one replaces an earlier one.
    Object.assign(joined.usage, eitherObject(chunk, 'usageMetadata'))
    Object.assign(joined.feedback, eitherObject(chunk, 'promptFeedback'))
    joined.model = either(chunk, 'modelVersion') ?? joined.model
    listIn(chunk, 'candidates').forEach((candidate, at) => {
      const index = fieldIn(candidate, 'index')
      const key = typeof index === 'number' ? index : at
      const known = candidates.get(key) ?? noCandidate()
      candidates.set(key, known)
      addContent(known, fieldIn(candidate, 'content'))
      known.finish = either(candidate, 'finishReason') ?? known.finish
      const sources = readSources(candidate)
      if (sources.length > 0) known.sources = sources
    })
  }
  joined.candidates = [...candidates].sort(([a], [b]) => a - b).map(([, candidate]) => finish(candidate))
  return joined
}

interface OpenCandidate extends JoinedCandidate {
  /** The texts of the parts so far; empty for parts of other kinds. */
  texts: string[]
  /** Whether the last part is a call whose arguments go on in the next chunk. */
  isCallOpen: boolean
}

const noCandidate = (): OpenCandidate => {
  return { parts: [], sources: [], finish: undefined, texts: [], isCallOpen: false }
}

function addContent(candidate: OpenCandidate, content: JsonValue | undefined): void {
  for (const part of listIn(content, 'parts')) {
    const call = either(part, 'functionCall')
    const last = candidate.parts.at(-1)
    const continues = candidate.isCallOpen && isJsonObject(call) && fieldIn(call, 'name') === undefined
    if (continues && last?.kind === 'tool_call') extendCall(last, call)
    else for (const one of readContent({ parts: [part] })) addPart(candidate, one)
    const added = candidate.parts.at(-1)
    if (isJsonObject(call) && !continues && added?.kind === 'tool_call') extendCall(added, call)
    if (isJsonObject(call)) candidate.isCallOpen = either(call, 'willContinue') === true
  }
}

function extendCall(part: Part & { kind: 'tool_call' }, call: JsonObject): void {
  if (isJsonObject(part.arguments)) part.arguments = addPartialArguments(part.arguments, call)
}

function addPart(candidate: OpenCandidate, part: Part): void {
  const last = candidate.parts.at(-1)
  if (part.kind !== 'text' && part.kind !== 'reasoning') {
    candidate.parts.push(part)
    candidate.texts.push('')
  } else if (last?.kind === part.kind) candidate.texts[candidate.texts.length - 1] += part.text
  else if (part.text !== '') {
    candidate.parts.push(part)
    candidate.texts.push(part.text)
  }
}

function finish({ parts, texts, sources, finish }: OpenCandidate): JoinedCandidate {
  const whole = parts.map((part, at) =>
    part.kind === 'text' || part.kind === 'reasoning' ? { ...part, text: texts[at] ?? '' } : part,
  )
  return { parts: whole, sources, finish }
}

/** The chunks of an answer, whether it came as one object, as a list or as server-sent events. */
export function chunksOf(json: JsonValue): JsonValue[] {
  return Array.isArray(json) ? json : isJsonObject(json) ? [json] : []
}
