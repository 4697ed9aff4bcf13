/** Whether two texts differ, but in nothing except white space. */
export function differInBlanks(a: string, b: string): boolean {
  return a !== b && a.replace(/\s+/g, '') === b.replace(/\s+/g, '')
}

/** Makes the white space of a line visible: `·` for a space, `→` for a tab. */
export function showBlanks(line: string): string {
  return line.replaceAll(' ', '·').replaceAll('\t', '→')
}
