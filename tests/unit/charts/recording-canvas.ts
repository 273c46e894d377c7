/**
 * A canvas for the real Chart.js that records what is drawn on it.
 */

/** What was drawn. */
export type Recording = {
  readonly canvas: HTMLCanvasElement
  /** Texts, as they were drawn. */
  readonly texts: string[]
  /** Dash patterns that lines were drawn with, as text. */
  readonly dashes: Set<string>
}

/** Makes a canvas of this size, in pixels, whose context records. */
export function recordingCanvas(width: number, height: number): Recording {
  const texts: string[] = []
  const dashes = new Set<string>()
  const known: Record<string, unknown> = {
    fillText: (text: string) => texts.push(text),
    setLineDash: (dash: number[]) => dashes.add(dash.join(' ')),
    getLineDash: () => [],
    measureText: (text: unknown) => ({
      width: String(text).length * 7,
      actualBoundingBoxAscent: 9,
      actualBoundingBoxDescent: 3,
    }),
    createLinearGradient: () => ({ addColorStop: () => undefined }),
  }
  const canvas = { width, height, style: {} }
  const context = new Proxy<Record<string, unknown>>(
    { canvas },
    {
      get: (target, name: string) => target[name] ?? known[name] ?? (() => undefined),
      set: (target, name: string, value) => {
        target[name] = value
        return true
      },
    },
  )
  Object.assign(canvas, { getContext: () => context })
  return { canvas: canvas as unknown as HTMLCanvasElement, texts, dashes }
}
