/**
 * Type on a canvas does not follow the page's: where the page grows for a large screen, a chart's fonts grow with it.
 */

/** Size of the page's type against its usual 16 px, as it was at the last resize: to ask costs the page its layout. */
let knownFactor: number | null = null

/** Size of the page's type against its usual 16 px. */
export function pageTypeFactor(): number {
  knownFactor ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  return knownFactor
}

/** Follows the page's type: it changes with the window and with the presenter's mode, both of which resize. */
export function onPageType(onChange: () => void): () => void {
  const listener = () => {
    knownFactor = null
    onChange()
  }
  window.addEventListener('resize', listener)
  // While nobody followed it, it may have changed.
  knownFactor = null
  return () => window.removeEventListener('resize', listener)
}

/** A copy of chart options with every `font.size` multiplied. Functions and values are passed on as they are. */
export function scaleFonts<T>(options: T, factor: number): T {
  return factor === 1 ? options : (scale(options, factor) as T)
}

function scale(node: unknown, factor: number): unknown {
  if (Array.isArray(node)) return node.map((each) => scale(each, factor))
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
