import type { Savings } from '../../session/tally.ts'
import type { Price } from './summary.ts'

/**
 * What calls would have cost at list prices, by `@pydantic/genai-prices`, which is loaded here and nowhere else. What was
 * answered on this machine cost nothing. What has no known price is named in `unpriced`, never guessed (nobody knows who
 * answers behind `openai-compatible`); calls that reported no usage add nothing.
 */
export async function priceOf(savings: readonly Savings[]): Promise<Price> {
  const unpriced = new Map<string, Price['unpriced'][number]>()
  let dollars = 0
  const paid = savings.filter(({ calls, local }) => calls > 0 && !local)
  const { calcPrice, findProvider } = paid.length > 0 ? await import('@pydantic/genai-prices') : noPrices
  for (const { provider, model, calls, usage, without_usage } of paid) {
    const counted = calls - without_usage
    if (counted === 0) continue
    const isNamed = model !== null && !provider.endsWith('-compatible')
    const found = isNamed ? findProvider({ providerId: provider }) : undefined
    // Some prices rise with the length of a prompt, so it is the average call that is priced, not the sum.
    const average = {
      input_tokens: usage.input_tokens / counted,
      output_tokens: usage.output_tokens / counted,
      cache_read_tokens: Math.min(usage.cached_input_tokens, usage.input_tokens) / counted,
    }
    const price =
      found && model !== null ? calculate(() => calcPrice(average, model, { provider: found })) : null
    if (price === null) unpriced.set(JSON.stringify([provider, model]), { provider, model })
    else dollars += price * counted
  }
  return { dollars, unpriced: [...unpriced.values()] }
}

const noPrices = { calcPrice: () => null, findProvider: () => undefined }

/** The library throws where it has no rule for a model's units. */
function calculate(calc: () => { total_price: number } | null): number | null {
  try {
    return calc()?.total_price ?? null
  } catch {
    return null
  }
}
