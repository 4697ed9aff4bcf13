/** Reads two events of a stream, aborts it, and says how it then ended. What a client still had in hand is not told. */
export async function abortAfterTwo(stream, abort, tell) {
  let count = 0
  try {
    for await (const event of stream) {
      count += 1
      if (count > 2) continue
      tell(event)
      if (count === 2) abort()
    }
  } catch (error) {
    return `threw ${error.name}`
  }
  return 'ended'
}
