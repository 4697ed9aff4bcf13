let now: () => number = () => Date.now()

/** Milliseconds since the epoch; unlike `Date.now` not those of a test that fakes its clock, once {@link keepTime} told how. */
export function realNow(): number {
  return now()
}

/** Gives the clock that {@link realNow} reads. */
export function keepTime(clock: () => number): void {
  now = clock
}
