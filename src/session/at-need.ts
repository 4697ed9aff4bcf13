/**
 * The half of the setup file that most test files never need; {@link file://./load-at-need.ts} loads it. The engine has the
 * same code in a copy of its own, so what both must share stands on the global object.
 */
export { cassettePath, fileSessionPath, recordingsFolder } from '../cassette/path.ts'
export { locateProject } from '../config/locate.ts'
export { wantsProjectInPath } from '../config/project-in-path.ts'
export { hasRunBefore, watcherId } from '../runners/watch-marker.ts'
export { concernsRetake, isModelHost, refusalOfConnection } from './judge.ts'
export { askedMode } from './mode-of-session.ts'
export { credentialsOfRecordings } from './recorded-credentials.ts'
export { emptyTally } from './tally.ts'
