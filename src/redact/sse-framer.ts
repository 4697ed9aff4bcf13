/** A line of the body without its end, and where it stands. */
export interface Line {
  text: string
  base: number
}

/** Cuts a body into the messages of a server-sent event stream. Each character is looked at once. */
export class SseFramer {
  readonly #onMessage: (lines: Line[]) => void
  #lines: Line[] = []
  #fragments: string[] = []
  #lineBase = 0
  #afterReturn = false

  constructor(onMessage: (lines: Line[]) => void, base: number) {
    this.#onMessage = onMessage
    this.#lineBase = base
  }

  /** Where the unfinished message begins. */
  get openAt(): number {
    return this.#lines[0]?.base ?? (this.#fragments.length > 0 ? this.#lineBase : Number.POSITIVE_INFINITY)
  }

  push(text: string, base: number): void {
    let from = 0
    // CR ends a line at once; a LF after it, perhaps in the next piece, belongs to it.
    if (this.#afterReturn && text !== '') {
      if (text[0] === '\n') from = 1
      this.#afterReturn = false
      this.#lineBase = base + from
    }
    const breaks = /\r\n|\n|\r/g
    breaks.lastIndex = from
    for (let found = breaks.exec(text); found; found = breaks.exec(text)) {
      this.#fragments.push(text.slice(from, found.index))
      from = breaks.lastIndex
      this.#afterReturn = found[0] === '\r' && from === text.length
      this.#endLine()
      this.#lineBase = base + from
    }
    if (from < text.length) this.#fragments.push(text.slice(from))
  }

  end(): void {
    if (this.#fragments.length > 0) this.#endLine()
    this.#endMessage()
  }

  #endLine(): void {
    const text = this.#fragments.join('')
    this.#fragments = []
    if (text === '') this.#endMessage()
    else this.#lines.push({ text, base: this.#lineBase })
  }

  #endMessage(): void {
    if (this.#lines.length === 0) return
    const lines = this.#lines
    this.#lines = []
    this.#onMessage(lines)
  }
}
