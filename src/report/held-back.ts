/** What is said in a rerun of watch mode that replays although a recording mode is asked for. */
export function describeHeldBack(mode: string): string {
  return `mode ${mode} applied to the first run of watch mode; reruns replay`
}
