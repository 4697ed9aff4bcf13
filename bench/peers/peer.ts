/** One tool that records and replays, set up as its documentation shows. */
export interface Peer {
  /**
   * Starts it for the calls of one test.
   *
   * @returns where the code under test finds its model, and how to stop; what was recorded is on disk then.
   */
  start(task: PeerTask): Promise<{ origin: string; stop(): Promise<void> }>
}

export interface PeerTask {
  mode: 'record' | 'replay'
  /** The provider's origin. Replaying, nothing listens there. */
  origin: string
  /** Absolute folder for the recordings of this peer; exists. */
  folder: string
  /** Name of the test. */
  test: string
}
