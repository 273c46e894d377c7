/**
 * What the palette finds: commands, examples, offerings and fields, by the letters of their names. Pure.
 */

/** One thing that can be found and done. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** What kind of thing it is: "Command", "Example". */
  readonly kind: string
  /** Keys that do the same; empty where there are none. */
  readonly keys: string
  run(): void
}

/** Entries that fit what was typed, best first: every word must occur, names that begin with it come first. */
export function findEntries(entries: readonly PaletteEntry[], typed: string, most: number): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const scored = entries.flatMap((entry, index) => {
    const text = `${entry.label} ${entry.kind}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) return []
    const first = words[0] ?? ''
    const score = text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2
    return [{ entry, score, index }]
  })
  return scored
    .sort((a, b) => a.score - b.score || a.index - b.index)
    .slice(0, most)
    .map(({ entry }) => entry)
}
