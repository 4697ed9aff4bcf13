import type { RecordedRequest } from '../../cassette/records.ts'
import { findDirectory, isDirectory } from './directory.ts'
import type { Places, ReadyRule } from './ready-rule.ts'
import { rewriteRequest } from './rewrite-request.ts'
import { differingStrings } from './string-pairs.ts'

/** Guesses made for one pair of requests. Each is checked by comparing the whole requests. */
const MOST_GUESSES = 16

/** Where an absolute path begins. */
const pathStart = /(?<![\p{L}\p{N}_.~/\\-])(?:\/(?=[^/\s])|[A-Za-z]:[\\/]|\\\\(?=\w))/gu

/**
 * The directories that the recording process may have had where this process has its own. A cassette does not say them,
 * for they are nobody's business; but where this process's directory stands in the incoming request, the recorded one
 * must have another absolute directory at the same place, everywhere the same. This finds what that could be; nothing is
 * settled until the two requests, each with its own directory set aside, are equal as a whole.
 *
 * @param own the directories of this process
 * @param rules those of `cwd` and `home` that are on
 */
export function guessPlaces(
  recorded: RecordedRequest,
  incoming: RecordedRequest,
  own: Places,
  rules: readonly ReadyRule[],
): Places[] {
  let guesses: Places[] = [own]
  for (const rule of rules) {
    if (rule.name !== 'cwd' && rule.name !== 'home') continue
    const { name } = rule
    const directory = own[name]
    if (directory === undefined) continue
    const earlier = rules.slice(0, rules.indexOf(rule))
    const asked = rewriteRequest(incoming, earlier, own)
    guesses = guesses.flatMap((places) => {
      const found = guessDirectory(rewriteRequest(recorded, earlier, places), asked, directory)
      return [places, ...found.map((guess) => ({ ...places, [name]: guess }))]
    })
  }
  return guesses.slice(1, MOST_GUESSES + 1)
}

/** What may stand for `directory` in the recorded request, likeliest first: the first place where it was asked decides. */
function guessDirectory(recorded: RecordedRequest, incoming: RecordedRequest, directory: string): string[] {
  for (const pair of differingStrings(recorded, incoming)) {
    if (pair.place !== 'body') continue
    const [hole] = findDirectory(pair.incoming, directory)
    if (hole) return guessIn(pair.recorded, pair.incoming, hole.start, hole.start + directory.length)
  }
  return []
}

function guessIn(recorded: string, incoming: string, start: number, end: number): string[] {
  const guesses = new Set<string>()
  const follows = /^(?:[\\/]+[\p{L}\p{N}_.@+-]+|[\s\S])/u.exec(incoming.slice(end, end + 200))?.[0] ?? ''
  // Where the texts are equal up to here, so is the beginning; else something volatile stands before.
  const starts = recorded.startsWith(incoming.slice(0, start))
    ? [start]
    : [...recorded.matchAll(pathStart)].map(({ index }) => index)
  for (const from of starts.slice(0, 32)) {
    for (const until of endsOf(recorded, from, follows)) {
      const guess = recorded.slice(from, until)
      if (isDirectory(guess)) guesses.add(guess)
    }
    if (guesses.size >= MOST_GUESSES) break
  }
  return [...guesses]
}

/** Where a directory that begins at `from` may end: before what follows it on the other side, whatever its separators. */
function endsOf(text: string, from: number, follows: string): number[] {
  if (follows === '') return [text.length]
  const ends: number[] = []
  for (const tail of new Set(
    ['/', '\\', '\\\\'].map((separator) => follows.replace(/^[\\/]+/, () => separator)),
  )) {
    for (let at = text.indexOf(tail, from + 1); at >= 0 && ends.length < 4; at = text.indexOf(tail, at + 1)) {
      ends.push(at)
    }
  }
  return ends
}
