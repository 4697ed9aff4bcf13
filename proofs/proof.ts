/** The contract of a proof: `proofs/NAME.proof.ts` exports one as `default`, with `name` equal to NAME. */
export interface Proof {
  name: string
  /** What is promised, in one line. */
  promise: string
  /** Its figure is a time, which says little beside other work: `--all --slice` names it and leaves it out. */
  timed?: true
  run(context: ProofContext): Promise<ProofResult>
}

export interface ProofContext {
  /** A small, quick part of the proof, as CI runs it. */
  slice: boolean
  log(line: string): void
  /** What stood on the command line after the name, without the runner's own flags. */
  args: string[]
}

export interface ProofResult {
  /** The measured figure, in one line; printed last. */
  figure: string
  ok: boolean
}
