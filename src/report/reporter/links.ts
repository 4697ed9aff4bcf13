import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isCI } from '../../config/mode.ts'

/** Whether what is printed there may hold hyperlinks: a terminal, where nobody asked for plain text. */
export function linksAllowed(stream: { isTTY?: boolean | undefined }, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb' && !isCI(env)
}

/**
 * Text that a terminal opens the file by (OSC 8). The line is the fragment, as VS Code and iTerm2 read it; other terminals
 * pass it over.
 *
 * @param shown what is printed; without control characters
 * @param place `path` or `path:line`, relative to `folder`
 */
export function hyperlink(shown: string, place: string, folder: string): string {
  const [, path = place, line] = /^(.*):(\d+)$/.exec(place) ?? []
  const url = pathToFileURL(resolve(folder, path)).href + (line === undefined ? '' : `#${line}`)
  return `\u001b]8;;${url}\u001b\\${shown}\u001b]8;;\u001b\\`
}
