/**
 * Positions of recorded calls by match key. Equal keys form a queue in recorded order. Looking up costs the same
 * however many calls there are.
 */
export class KeyIndex {
  readonly #queues = new Map<string, { positions: number[]; next: number }>()

  /** Adds the next position; in rising order. */
  add(key: string, position: number): void {
    const queue = this.#queues.get(key)
    if (queue) queue.positions.push(position)
    else this.#queues.set(key, { positions: [position], next: 0 })
  }

  /** The first position with this key that is not taken. What is taken must stay so. */
  first(key: string, taken: Uint8Array): number | undefined {
    const queue = this.#queues.get(key)
    if (!queue) return undefined
    while (queue.next < queue.positions.length && taken[queue.positions[queue.next] as number] === 1) {
      queue.next += 1
    }
    return queue.positions[queue.next]
  }

  /** All positions with this key, taken or not. */
  positions(key: string): readonly number[] {
    return this.#queues.get(key)?.positions ?? []
  }
}
