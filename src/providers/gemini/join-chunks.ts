import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import type { Part } from '../dialect.ts'
import { fieldIn, listIn } from '../fields.ts'
import { either, eitherObject } from './either.ts'
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
  const candidates = new Map<number, JoinedCandidate & { texts: string[] }>()
  const joined: JoinedAnswer = { candidates: [], usage: {}, feedback: {}, model: undefined }
  for (const chunk of chunks) {
    // Counts grow through a stream: a later one replaces an earlier one.
    Object.assign(joined.usage, eitherObject(chunk, 'usageMetadata'))
    Object.assign(joined.feedback, eitherObject(chunk, 'promptFeedback'))
    joined.model = either(chunk, 'modelVersion') ?? joined.model
    listIn(chunk, 'candidates').forEach((candidate, at) => {
      const index = fieldIn(candidate, 'index')
      const key = typeof index === 'number' ? index : at
      const known = candidates.get(key) ?? { parts: [], sources: [], finish: undefined, texts: [] }
      candidates.set(key, known)
      for (const part of readContent(fieldIn(candidate, 'content'))) addPart(known, part)
      known.finish = either(candidate, 'finishReason') ?? known.finish
      const sources = readSources(candidate)
      if (sources.length > 0) known.sources = sources
    })
  }
  joined.candidates = [...candidates].sort(([a], [b]) => a - b).map(([, candidate]) => finish(candidate))
  return joined
}

function addPart(candidate: JoinedCandidate & { texts: string[] }, part: Part): void {
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

function finish({ parts, texts, sources, finish }: JoinedCandidate & { texts: string[] }): JoinedCandidate {
  const whole = parts.map((part, at) =>
    part.kind === 'text' || part.kind === 'reasoning' ? { ...part, text: texts[at] ?? '' } : part,
  )
  return { parts: whole, sources, finish }
}

/** The chunks of an answer, whether it came as one object, as a list or as server-sent events. */
export function chunksOf(json: JsonValue): JsonValue[] {
  return Array.isArray(json) ? json : isJsonObject(json) ? [json] : []
}
