/** The middle value; of an even number of values the mean of the two in the middle. Throws where there are none. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('the median of nothing')
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2
}

/**
 * Runs every variant once a round, each round beginning with the next one, so that what the machine does meanwhile falls
 * on all alike. Gives what each variant gave, round by round.
 */
export async function alternate<Name extends string, Value>(
  variants: readonly Name[],
  rounds: number,
  run: (variant: Name) => Promise<Value>,
): Promise<Map<Name, Value[]>> {
  const results = new Map<Name, Value[]>(variants.map((variant) => [variant, []]))
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < variants.length; at++) {
      const variant = variants[(at + round) % variants.length] as Name
      results.get(variant)?.push(await run(variant))
    }
  }
  return results
}
