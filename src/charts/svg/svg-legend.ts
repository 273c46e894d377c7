/**
 * Draws the legend: for each series a sample of its mark, and its name. For bars, what their colours mean.
 */
import { barKey } from '../bar-paint.ts'
import type { Series } from '../chart-description.ts'
import { estimatedTextWidthPx } from '../label-room.ts'
import { isInLegend } from '../legend-series.ts'
import { fontSizePx, markStyles, type Palette } from '../tokens.ts'
import { element, textElement } from './svg-node.ts'
import { svgShape } from './svg-series.ts'

const sampleWidthPx = 30
const sampleGapPx = 7
const entryGapPx = 22
const lineHeightPx = 20

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

/** An entry of a legend, and a function that draws its sample with the left end at `x`, around `y`. */
type Entry = { readonly label: string; readonly sampleAt: (x: number, y: number) => string }

function entriesOf(series: readonly Series[], palette: Palette): Entry[] {
  return series.flatMap((each): Entry[] => {
    if (isInLegend(each)) return [{ label: each.label, sampleAt: (x, y) => sample(each, x, y, palette) }]
    return barKey(each, palette).map(({ label, fill, line }) => ({
      label,
      sampleAt: (x, y) => element('rect', { x, y: y - 6, width: sampleWidthPx, height: 12, fill, stroke: line }),
    }))
  })
}

/** Positions of the legend's entries. Each line has as many entries as fit. */
function layOut(entries: readonly Entry[], widthPx: number): { entry: Entry; x: number; line: number }[] {
  let [x, line] = [0, 0]
  return entries.map((entry) => {
    const width = sampleWidthPx + sampleGapPx + estimatedTextWidthPx(entry.label, fontSizePx.quiet)
    if (x > 0 && x + width > widthPx) [x, line] = [0, line + 1]
    const place = { entry, x, line }
    x += width + entryGapPx
    return place
  })
}

/** A drawn legend and its height. */
export type SvgLegend = { readonly elements: readonly string[]; readonly heightPx: number }

/** Draws the legend of a chart from the top downwards. */
export function svgLegend(series: readonly Series[], widthPx: number, palette: Palette): SvgLegend {
  const places = layOut(entriesOf(series, palette), widthPx)
  const elements = places.flatMap(({ entry, x, line }) => {
    const y = (line + 0.5) * lineHeightPx
    const text = { x: x + sampleWidthPx + sampleGapPx, y: y + fontSizePx.quiet * 0.35, fill: palette.text }
    return [entry.sampleAt(x + 1, y), textElement({ ...text, 'font-size': fontSizePx.quiet }, entry.label)]
  })
  return { elements, heightPx: ((places.at(-1)?.line ?? -1) + 1) * lineHeightPx }
}
