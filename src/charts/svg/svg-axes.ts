/**
 * Draws the grid, ticks and titles of both axes.
 */
import type { Scale } from '../chart-description.ts'
import { fontSizePx, type Palette } from '../tokens.ts'
import type { Plot } from './plot-area.ts'
import { element, textElement } from './svg-node.ts'

const tickGapPx = 8
const detailLineHeightPx = 15
/** Distance from the plot down to the baseline of the tick labels of the x axis. */
const xTickDropPx = 17
/** Distance from the plot down to the baseline of the title of the x axis. */
const xTitleDropPx = 36

/** The y axis of a chart of lines: grid lines, tick labels, and the title above them. */
function valueAxisY(scale: Scale, plot: Plot, palette: Palette): string[] {
  const { left, right, top } = plot.area
  const lines = scale.ticks.map((tick) => {
    const y = plot.y(tick.value)
    return element('line', { x1: left, x2: right, y1: y, y2: y, stroke: palette.gridLine, 'stroke-width': 1 })
  })
  const labels = scale.ticks.map((tick) =>
    textElement(
      {
        x: left - tickGapPx,
        y: plot.y(tick.value) + fontSizePx.quiet * 0.35,
        'text-anchor': 'end',
        fill: palette.quietText,
        'font-size': fontSizePx.quiet,
      },
      tick.label,
    ),
  )
  const title = textElement(
    { x: 0, y: top - tickGapPx - 4, fill: palette.quietText, 'font-size': fontSizePx.quiet },
    scale.title,
  )
  return [...lines, ...labels, title]
}

/** The y axis of a chart of bars: the label of each row, in one or two lines. */
function rowAxis(scale: Scale, plot: Plot, palette: Palette): string[] {
  return scale.ticks.flatMap((tick) => {
    const middle = plot.y(tick.value)
    const hasDetail = tick.detail !== undefined
    const at = { x: plot.area.left - tickGapPx, 'text-anchor': 'end' }
    const first = middle + fontSizePx.label * 0.35 - (hasDetail ? detailLineHeightPx / 2 : 0)
    const label = textElement({ ...at, y: first, fill: palette.text, 'font-size': fontSizePx.label }, tick.label)
    if (tick.detail === undefined) return [label]
    const detail = { ...at, y: first + detailLineHeightPx, fill: palette.quietText, 'font-size': fontSizePx.quiet }
    return [label, textElement(detail, tick.detail)]
  })
}

/** The x axis: grid lines, tick labels, and the title below them. */
function axisX(scale: Scale, plot: Plot, palette: Palette): string[] {
  const { left, right, top, bottom } = plot.area
  const ticks = scale.ticks.flatMap((tick) => {
    const x = plot.x(tick.value)
    return [
      element('line', { x1: x, x2: x, y1: top, y2: bottom, stroke: palette.gridLine, 'stroke-width': 1 }),
      textElement(
        {
          x,
          y: bottom + xTickDropPx,
          'text-anchor': 'middle',
          fill: palette.quietText,
          'font-size': fontSizePx.quiet,
        },
        tick.label,
      ),
    ]
  })
  const title = textElement(
    {
      x: (left + right) / 2,
      y: bottom + xTitleDropPx,
      'text-anchor': 'middle',
      fill: palette.quietText,
      'font-size': fontSizePx.quiet,
    },
    scale.title,
  )
  return [...ticks, title]
}

/** Draws both axes with their grid. */
export function svgAxes(scales: { readonly x: Scale; readonly y: Scale }, plot: Plot, palette: Palette): string[] {
  const vertical = scales.y.kind === 'category' ? rowAxis(scales.y, plot, palette) : valueAxisY(scales.y, plot, palette)
  return [...axisX(scales.x, plot, palette), ...vertical]
}
