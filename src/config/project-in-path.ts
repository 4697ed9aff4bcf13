import { loadConfig } from './load.ts'
import type { Project } from './locate.ts'

/**
 * Whether the config wants the name of the workspace project in the paths of recordings. One that cannot be read says
 * nothing of it: every model call is refused with its error, wherever the recordings are.
 */
export function wantsProjectInPath(project: Project): boolean {
  try {
    return loadConfig(project).projectInPath === true
  } catch {
    return false
  }
}
