/**
 * Scales the fonts of charts with the font size of the page, because text on a canvas does not follow it by itself.
 */

/** The last `pageFontFactor`, kept because reading the font size forces a layout. Null if it must be read again. */
let knownFactor: number | null = null

/** The font size of the page as a multiple of 16 px. */
export function pageFontFactor(): number {
  knownFactor ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  return knownFactor
}

/**
 * Calls `onChange` when the font size of the page may have changed: on a resize event, which presenter mode dispatches
 * too. @returns a function that removes the listener
 */
export function onPageFontSizeChange(onChange: () => void): () => void {
  const listener = () => {
    knownFactor = null
    onChange()
  }
  window.addEventListener('resize', listener)
  // The font size may have changed while there was no listener.
  knownFactor = null
  return () => window.removeEventListener('resize', listener)
}

/** A copy of chart options in which each `font.size`, in px, is multiplied by `factor` and rounded. */
export function scaleFonts<T>(options: T, factor: number): T {
  return factor === 1 ? options : (scale(options, factor) as T)
}

function scale(node: unknown, factor: number): unknown {
  if (Array.isArray(node)) return node.map((entry) => scale(entry, factor))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'font' ? scaledFont(value, factor) : scale(value, factor),
    ]),
  )
}

function scaledFont(font: unknown, factor: number): unknown {
  if (typeof font !== 'object' || font === null) return font
  const size: unknown = Reflect.get(font, 'size')
  return typeof size === 'number' ? { ...font, size: Math.round(size * factor) } : font
}
