/** What an answer says, as one of the two readings that are compared. */
export interface Reading {
  choices: ReadChoice[]
  usage: ReadUsage
  /** Whether an error is told. */
  failed: boolean
}

export interface ReadChoice {
  /** The assistant's texts, each part by itself. */
  texts: string[]
  calls: { name: string; arguments: unknown }[]
  stop: string | null
  /** What must be told of media, vectors and the like, word for word. */
  notes: string[]
}

/** Only what was counted; zero says the same as nothing for the parts of a count. */
export interface ReadUsage {
  input?: number
  output?: number
  cached?: number
  reasoning?: number
}

/** A choice of which only some is there. */
export function choiceOf(some: Partial<ReadChoice>): ReadChoice {
  return { texts: [], calls: [], stop: null, notes: [], ...some }
}
