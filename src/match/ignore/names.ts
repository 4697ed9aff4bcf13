/** The ready-made ignore rules, in the order in which they are applied. */
export const ignoreNames = ['line-endings', 'cwd', 'home', 'dates', 'ids', 'uuids'] as const

/** The name of a ready-made ignore rule. */
export type IgnoreName = (typeof ignoreNames)[number]

/** Whether a text is the name of a ready-made rule. */
export function isIgnoreName(text: string): text is IgnoreName {
  return (ignoreNames as readonly string[]).includes(text)
}
