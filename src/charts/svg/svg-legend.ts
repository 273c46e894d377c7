/**
 * Draws the legend: for each series a sample of its mark, and its name.
 */
import type { Series } from '../chart-description.ts'
import { estimatedTextWidthPx } from '../label-room.ts'
import { fontSizePx, markStyles, type Palette } from '../tokens.ts'
import { element, textElement } from './svg-node.ts'
import { svgShape } from './svg-series.ts'

const sampleWidthPx = 30
const sampleGapPx = 7
const entryGapPx = 22
/** Height of one line of a legend, in pixels. */
export const legendLineHeightPx = 20

function sample(series: Series, x: number, y: number, palette: Palette): string {
  if (series.kind === 'band' || series.kind === 'bars') {
    const part = series.kind === 'bars' ? series.part : undefined
    const isPart = part !== undefined
    const fill = isPart ? palette.parts[part % palette.parts.length] : palette.predictedFill
    const stroke = isPart ? palette.text : palette.marks['predicted-band']
    return element('rect', { x, y: y - 6, width: sampleWidthPx, height: 12, fill, stroke })
  }
  const style = markStyles[series.mark]
  const mark = palette.marks[series.mark]
  const middle = { x: x + sampleWidthPx / 2, y }
  const line = element('line', {
    x1: x,
    x2: x + sampleWidthPx,
    y1: y,
    y2: y,
    stroke: mark,
    'stroke-width': style.widthPx,
    'stroke-dasharray': style.dashPx.length > 0 ? style.dashPx.join(' ') : undefined,
  })
  const interval = element('path', { d: `M${middle.x} ${y - 7}v14m-4 0h8m-8 -14h8`, stroke: mark, 'stroke-width': 2 })
  const stem = series.kind === 'intervals' ? interval : style.widthPx > 0 ? line : ''
  return `${stem}${svgShape(style.shape, middle, { mark, surface: palette.surface })}`
}

/** Positions of the legend's entries. Each line has as many entries as fit. */
function layOut(series: readonly Series[], widthPx: number): { entry: Series; x: number; line: number }[] {
  let [x, line] = [0, 0]
  return series.map((entry) => {
    const width = sampleWidthPx + sampleGapPx + estimatedTextWidthPx(entry.label, fontSizePx.quiet)
    if (x > 0 && x + width > widthPx) [x, line] = [0, line + 1]
    const place = { entry, x, line }
    x += width + entryGapPx
    return place
  })
}

/** Number of lines that a legend needs. */
export function legendLines(series: readonly Series[], widthPx: number): number {
  return (layOut(series, widthPx).at(-1)?.line ?? -1) + 1
}

/** Draws the legend from `topPx` downwards. */
export function svgLegend(series: readonly Series[], topPx: number, widthPx: number, palette: Palette): string[] {
  return layOut(series, widthPx).flatMap(({ entry, x, line }) => {
    const y = topPx + (line + 0.5) * legendLineHeightPx
    const text = { x: x + sampleWidthPx + sampleGapPx, y: y + fontSizePx.quiet * 0.35, fill: palette.text }
    return [sample(entry, x + 1, y, palette), textElement({ ...text, 'font-size': fontSizePx.quiet }, entry.label)]
  })
}
