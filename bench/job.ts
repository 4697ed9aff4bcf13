/** What {@link inside.ts} is told to do. */
export interface Job {
  peer: PeerName | 'none'
  mode: 'record' | 'replay'
  /** Of the provider. */
  origin: string
  /** Absolute folder for the peer's recordings. */
  folder: string
  /** Size of a `large` prompt. */
  largeBytes: number
  tests: { name: TestName; calls: number }[]
  /** Absolute path of the result. */
  result: string
}

export type PeerName = 'retake' | 'msw' | 'nock' | 'polly' | 'msw-snapshot' | 'aimock'

export type TestName = 'json' | 'streams' | 'large' | 'loop' | 'first-byte'

/** Milliseconds of each call, and how many answers were the provider's very bytes. */
export type Measured = { [Name in TestName]?: { times: number[]; exact: number } }
