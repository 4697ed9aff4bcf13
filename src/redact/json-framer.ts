/**
 * Cuts a body into JSON documents: one that is the whole body, one a line (NDJSON), or the objects of a top-level array, which
 * some providers stream. Each character is looked at once.
 */
export class JsonFramer {
  readonly #onDocument: (text: string, base: number) => void
  #fragments: string[] = []
  #base = 0
  #depth = 0
  #inString = false
  #escaped = false
  /** `opening`: after a `[` of which it is not yet known whether objects follow. */
  #place: 'between' | 'opening' | 'inside' = 'between'

  constructor(onDocument: (text: string, base: number) => void) {
    this.#onDocument = onDocument
  }

  /** Where the unfinished document begins. */
  get openAt(): number {
    return this.#place === 'between' ? Number.POSITIVE_INFINITY : this.#base
  }

  /** Takes text that stands at `base`. Returns the rest, from where it is no JSON any more, or `null`. */
  push(text: string, base: number): { text: string; base: number } | null {
    let at = 0
    while (at < text.length) {
      if (this.#place === 'inside') {
        const from = at
        at = this.#toEnd(text, at)
        this.#fragments.push(text.slice(from, at))
        if (this.#depth === 0) this.#flush()
        continue
      }
      const char = text[at] as string
      const isSpace = /[ \t\r\n]/.test(char)
      if (this.#place === 'opening') {
        if (char === '{') this.#start(base + at)
        else if (isSpace) this.#fragments.push(text[at++] as string)
        else if (/["[\]\-0-9tfn]/.test(char)) {
          this.#place = 'inside'
          this.#depth = 1
        } else {
          this.#place = 'between'
          return { text: this.#fragments.join('') + text.slice(at), base: this.#base }
        }
      } else if (char === '{') this.#start(base + at)
      else if (char === '[') {
        this.#place = 'opening'
        this.#base = base + at
        this.#fragments = ['[']
        at += 1
      } else if (isSpace || char === ',' || char === ']') at += 1
      else return { text: text.slice(at), base: base + at }
    }
    return null
  }

  /** The beginning of a document that never ended, or `null`. */
  end(): { text: string; base: number } | null {
    return this.#place === 'between' ? null : { text: this.#fragments.join(''), base: this.#base }
  }

  #start(base: number): void {
    this.#place = 'inside'
    this.#base = base
    this.#fragments = []
    this.#depth = 0
  }

  #flush(): void {
    const text = this.#fragments.join('')
    this.#fragments = []
    this.#place = 'between'
    this.#onDocument(text, this.#base)
  }

  #toEnd(text: string, start: number): number {
    const special = /["\\{}[\]]/g
    special.lastIndex = start
    if (this.#escaped) {
      this.#escaped = false
      special.lastIndex += 1
    }
    for (let found = special.exec(text); found; found = special.exec(text)) {
      const char = found[0]
      if (this.#inString) {
        if (char === '"') this.#inString = false
        else if (char === '\\') {
          special.lastIndex += 1
          this.#escaped = special.lastIndex > text.length
        }
      } else if (char === '"') this.#inString = true
      else if (char === '{' || char === '[') this.#depth += 1
      else if (char !== '\\' && --this.#depth === 0) return special.lastIndex
    }
    return text.length
  }
}
