/**
 * Draws a chart description as SVG, for reports. Text remains text, and there is no script and nothing to load.
 */
import type { ChartDescription } from '../chart-description.ts'
import { estimatedTextWidthPx, rightRoomPx } from '../label-room.ts'
import { fromBottomUp } from '../layers.ts'
import { fontFamily, fontSizePx, palettes, type Theme } from '../tokens.ts'
import { type PlotArea, plotIn } from './plot-area.ts'
import { svgAnnotationLabels, svgAnnotations } from './svg-annotations.ts'
import { svgAxes } from './svg-axes.ts'
import { svgLegend } from './svg-legend.ts'
import { element, escapeMarkup } from './svg-node.ts'
import { svgSeries, svgSeriesTexts } from './svg-series.ts'

/** Size and identity of a drawing. */
export type SvgOptions = {
  readonly theme: Theme
  /** Prefix for the ids of the title and description elements. It must be unique in the page. */
  readonly id: string
  /** Width of the drawing. Default: 860, which fits pages of A4 and of Letter. */
  readonly widthPx?: number
}

const defaultWidthPx = 860
const valuePlotHeightPx = 250
const rowHeightPx = 42
const topRoomPx = 26
const bottomRoomPx = 46
const valueAxisRoomPx = 64
const tickGapPx = 12

/** The rectangle between the axes: below the legend, with room for the labels at the left and right. */
function areaOf(description: ChartDescription, widthPx: number, legendHeightPx: number): PlotArea {
  const top = legendHeightPx + topRoomPx
  const right = widthPx - rightRoomPx(description)
  if (description.y.kind !== 'category') {
    return { left: valueAxisRoomPx, top, right, bottom: top + valuePlotHeightPx }
  }
  const labels = description.y.ticks.flatMap((tick) => [
    estimatedTextWidthPx(tick.label, fontSizePx.label),
    estimatedTextWidthPx(tick.detail ?? '', fontSizePx.quiet),
  ])
  const left = Math.min(widthPx / 2, Math.max(0, ...labels) + tickGapPx)
  const height = Math.max(1, description.y.ticks.length) * rowHeightPx
  return { left, top, right, bottom: top + height }
}

/** Draws a description as one SVG element that contains its text alternative. */
export function paintSvg(description: ChartDescription, options: SvgOptions): string {
  const widthPx = options.widthPx ?? defaultWidthPx
  const palette = palettes[options.theme]
  const { series, annotations, x, y } = description
  const legend = svgLegend(series, widthPx, palette)
  const area = areaOf(description, widthPx, legend.heightPx)
  const plot = plotIn(area, description)
  const drawnSeries = fromBottomUp(series).flatMap((entry) => svgSeries(entry, plot, palette))
  const drawnAnnotations = svgAnnotations(annotations, plot, palette)
  const heightPx = area.bottom + bottomRoomPx
  const [titleId, descriptionId] = [`${options.id}-title`, `${options.id}-description`]
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      role: 'img',
      'aria-labelledby': `${titleId} ${descriptionId}`,
      viewBox: `0 0 ${widthPx} ${Math.ceil(heightPx)}`,
      width: widthPx,
      height: Math.ceil(heightPx),
      'font-family': fontFamily,
      'font-variant-numeric': 'tabular-nums',
    },
    [
      element('title', { id: titleId }, [escapeMarkup(description.title)]),
      element('desc', { id: descriptionId }, [escapeMarkup(description.textAlternative)]),
      element('rect', { width: '100%', height: '100%', fill: palette.surface }),
      ...legend.elements,
      ...svgAxes({ x, y }, plot, palette),
      // Annotations are above bars but below lines, because the dashes of the likely line must be visible on a limit.
      ...(y.kind === 'category' ? [...drawnSeries, ...drawnAnnotations] : [...drawnAnnotations, ...drawnSeries]),
      ...series.flatMap((entry) => svgSeriesTexts(entry, plot, palette)),
      ...svgAnnotationLabels(annotations, plot, palette),
    ],
  )
}
