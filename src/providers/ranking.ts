import type { JsonValue } from '../json/value.ts'
import type { Part } from './dialect.ts'
import { numberIn } from './fields.ts'

/** The list that a reranker answers, best first: which document, counted from 1, and its score. */
export function rankingParts(results: readonly JsonValue[]): Part[] {
  return results.map((result) => ({
    kind: 'other',
    label: `document ${(numberIn(result, 'index') ?? 0) + 1}`,
    value: numberIn(result, 'relevance_score') ?? null,
  }))
}
