/** Thrown by a proof that cannot be carried out here, because a tool or an input is missing. Never a silent skip. */
export class MissingRequirement extends Error {
  readonly what: string

  constructor(what: string) {
    super(`missing: ${what}`)
    this.name = 'MissingRequirement'
    this.what = what
  }
}
