import type { JsonValue } from '../json/value.ts'
import type { Part } from './dialect.ts'
import { fieldIn, listIn, numberIn, textIn } from './fields.ts'

/** How many of a ranking's best a reader is shown. */
const shown = 10

/**
 * The list that a reranker answers, best first: which document, counted from 1, and its score. Long rankings end with how many
 * more there are.
 */
export function rankingParts(results: readonly JsonValue[]): Part[] {
  const parts = results.slice(0, shown).map((result, at): Part => {
    const index = numberIn(result, 'index') ?? at
    return { kind: 'other', label: `document ${index + 1}`, value: scoreOf(result) ?? null }
  })
  const more = results.length - parts.length
  return more > 0 ? [...parts, { kind: 'other', label: `and ${more} more`, value: null }] : parts
}

/**
 * The ranking that an answer holds, in the form of whoever gave it: Cohere, Jina, Together (`results`), Voyage (`data`),
 * Hugging Face (a plain list with `score`), DeepInfra (`scores`, in the order of the documents). Empty where there is none.
 */
export function rankingIn(json: JsonValue): JsonValue[] {
  const scores = listIn(json, 'scores').flatMap((score, index) =>
    typeof score === 'number' ? [{ index, score }] : [],
  )
  const lists = [Array.isArray(json) ? json : [], listIn(json, 'results'), listIn(json, 'data'), scores]
  const isRanking = (list: JsonValue[]) =>
    list.length > 0 &&
    list.every((item) => numberIn(item, 'index') !== undefined && scoreOf(item) !== undefined)
  return lists.find(isRanking) ?? []
}

/** The text of a document to rank: a string, or an object with one. */
export function documentText(document: JsonValue): string | null {
  return typeof document === 'string'
    ? document
    : (textIn(document, 'text') ?? textIn(fieldIn(document, 'text'), 'text'))
}

function scoreOf(result: JsonValue): number | undefined {
  return numberIn(result, 'relevance_score') ?? numberIn(result, 'score')
}
