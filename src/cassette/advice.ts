import type { CassetteFault } from '../errors/cassette-error.ts'

const newline = 10

/** The first line (from 1) that is a conflict marker of git; `null` where there is none. */
export function conflictLine(bytes: Buffer): number | null {
  const at = bytes.toString('latin1').search(/^(?:<{7} |\|{7} |={7}\r?$|>{7} )/m)
  if (at < 0) return null
  let line = 1
  for (
    let before = bytes.indexOf(newline);
    before >= 0 && before < at;
    before = bytes.indexOf(newline, before + 1)
  ) {
    line++
  }
  return line
}

/** What to do about a fault, in one line. `command` records the test again. */
export function adviceFor(fault: CassetteFault, command = 'npx retake record -- <test command>'): string {
  const again = `record it again: ${command}`
  if (fault === 'conflict') {
    return `Recordings cannot be merged. Take one side (git checkout --ours or --theirs), then ${again}`
  }
  if (fault === 'line_endings') {
    return `Keep __recordings__/.gitattributes and check the file out anew, or ${again}`
  }
  if (fault === 'format' || fault === 'capability') {
    return `Use the version of Retake that wrote it (npm install --save-dev retake@latest), or ${again}`
  }
  if (fault === 'side_file') {
    return `Side files belong to their cassette: take both from git (and git lfs pull, if you use it), or ${again}`
  }
  if (fault === 'signature') return `Use the key that it was signed with, or ${again}`
  return `The file was truncated or edited. Take it from git, or ${again}`
}
