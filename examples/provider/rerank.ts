import type { Exchange } from './exchange.ts'
import { countTokens } from './hash.ts'
import { sendJson } from './send.ts'
import { vectorOf } from './vector.ts'

/** POST /rerank as Hugging Face's server answers it, and /v1/inference/MODEL of DeepInfra, whose model is called `rerank`. */
export function answerRerank(exchange: Exchange): void {
  const { query, queries, documents, texts } = exchange.body as Record<string, string[] | string | undefined>
  const list = [documents ?? texts ?? []].flat()
  const scores = list.map((document) => Math.abs(vectorOf([query ?? queries, document])[0] ?? 0))
  const ranking = scores.map((score, index) => ({ index, score })).toSorted((a, b) => b.score - a.score)
  sendJson(exchange, queries ? { scores, input_tokens: countTokens(exchange.body) } : ranking)
}
