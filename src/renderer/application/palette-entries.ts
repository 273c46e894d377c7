/**
 * The entries of the palette, and the search in them. Pure.
 */

/** An entry of the palette. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** Kind of the entry: "Command", "Example". */
  readonly kind: string
  /** Keyboard shortcut with the same effect; empty if there is none. */
  readonly keys: string
  run(): void
}

/**
 * The matching entries, best first. Every typed word must occur in the label or kind. An entry whose whole label was typed
 * comes first, then those that begin with the first word, then those in which another word begins with it.
 */
export function findEntries(entries: readonly PaletteEntry[], typed: string, maxEntries: number): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const whole = words.join(' ')
  const scored = entries.flatMap((entry, index) => {
    const text = `${entry.label} ${entry.kind}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) return []
    const first = words[0] ?? ''
    if (entry.label.toLowerCase() === whole) return [{ entry, score: 0, index }]
    const score = text.startsWith(first) ? 1 : text.includes(` ${first}`) ? 2 : 3
    return [{ entry, score, index }]
  })
  return scored
    .sort((a, b) => a.score - b.score || a.index - b.index)
    .slice(0, maxEntries)
    .map(({ entry }) => entry)
}
