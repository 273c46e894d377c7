/**
 * Draws series with their marks.
 */
import { barPaint } from '../bar-paint.ts'
import type { Bar, IntervalPoint, Point, Series } from '../chart-description.ts'
import { pointNameEnd } from '../label-room.ts'
import { fontSizePx, markStyles, type Palette, partEdgePx, type Shape } from '../tokens.ts'
import type { Plot } from './plot-area.ts'
import { svgLabel } from './svg-label.ts'
import { element, rounded } from './svg-node.ts'
import { thinned } from './thinned.ts'

/** Height of a bar / height of its row. */
const barHeightRatio = 0.6
const barTextGapPx = 7
const shapeRadiusPx = 4.5
/** Width of the ring in the surface colour around a measured mean. */
const meanRingPx = 2
const meanTextDropPx = 24
const capHalfWidthPx = 5

/** The path data of a line through the points, with a gap at each point without a value. */
function pathThrough(points: readonly Point[], plot: Plot): string {
  let isPenDown = false
  const steps: string[] = []
  for (const { x, y } of points) {
    if (y === null) {
      isPenDown = false
      continue
    }
    steps.push(`${isPenDown ? 'L' : 'M'}${rounded(plot.x(x))} ${rounded(plot.y(y))}`)
    isPenDown = true
  }
  return steps.join('')
}

/** Draws a shape around a position; empty for marks without a shape. */
export function svgShape(
  shape: Shape,
  at: { x: number; y: number },
  colours: { mark: string; surface: string },
): string {
  const { x, y } = at
  const r = shapeRadiusPx
  const filled = { fill: colours.mark }
  switch (shape) {
    case 'none':
      return ''
    case 'circle':
      return element('circle', { cx: x, cy: y, r, ...filled })
    case 'square':
      return element('rect', { x: x - r + 0.5, y: y - r + 0.5, width: 2 * r - 1, height: 2 * r - 1, ...filled })
    case 'triangle':
      return element('path', { d: closed([x, y - r], [x + r, y + r * 0.8], [x - r, y + r * 0.8]), ...filled })
    case 'cross': {
      const d = `M${rounded(x - r)} ${rounded(y - r)}L${rounded(x + r)} ${rounded(y + r)}M${rounded(x - r)} ${rounded(y + r)}L${rounded(x + r)} ${rounded(y - r)}`
      return element('path', { d, stroke: colours.mark, 'stroke-width': 2, fill: 'none' })
    }
    case 'hollow-diamond': {
      const d = closed([x, y - r - 1], [x + r + 1, y], [x, y + r + 1], [x - r - 1, y])
      return element('path', { d, stroke: colours.mark, 'stroke-width': 2, fill: colours.surface })
    }
  }
}

function closed(...corners: readonly (readonly [number, number])[]): string {
  return `M${corners.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join('L')}Z`
}

function lineMarkup(series: Series & { kind: 'line' }, plot: Plot, palette: Palette): string[] {
  const style = markStyles[series.mark]
  const points = thinned(series.points, plot)
  const colours = { mark: palette.marks[series.mark], surface: palette.surface }
  const line = element('path', {
    d: pathThrough(points, plot),
    fill: 'none',
    stroke: colours.mark,
    'stroke-width': style.widthPx,
    'stroke-dasharray': style.dashPx.length > 0 ? style.dashPx.join(' ') : undefined,
    'stroke-linejoin': 'round',
    'stroke-linecap': style.dashPx.length > 0 ? 'butt' : 'round',
  })
  const shapes = points.flatMap((point) =>
    point.y === null || point.isMarked === false
      ? []
      : svgShape(style.shape, { x: plot.x(point.x), y: plot.y(point.y) }, colours),
  )
  return style.widthPx > 0 ? [line, ...shapes] : shapes
}

/** A band: its area, and its two edges. */
function bandMarkup(series: Series & { kind: 'band' }, plot: Plot, palette: Palette): string[] {
  const low = series.points.map((point) => ({ x: point.x, y: point.low }))
  const high = series.points.map((point) => ({ x: point.x, y: point.high }))
  const back = [...low].reverse().map(({ x, y }) => `L${rounded(plot.x(x))} ${rounded(plot.y(y))}`)
  const edge = {
    fill: 'none',
    stroke: palette.marks['predicted-band'],
    'stroke-width': markStyles['predicted-band'].widthPx,
  }
  return [
    element('path', { d: `${pathThrough(high, plot)}${back.join('')}Z`, fill: palette.predictedFill }),
    element('path', { d: pathThrough(high, plot), ...edge }),
    element('path', { d: pathThrough(low, plot), ...edge }),
  ]
}

/** Measured means with their intervals: for each a line with caps, and the mark of the mean on it. */
function intervalMarkup(series: Series & { kind: 'intervals' }, plot: Plot, palette: Palette): string[] {
  const colours = { mark: palette.marks[series.mark], surface: palette.surface }
  return series.points.flatMap((point) => {
    const [x, low, high] = [plot.x(point.x), plot.y(point.low), plot.y(point.high)]
    const [from, to] = [rounded(x - capHalfWidthPx), rounded(x + capHalfWidthPx)]
    const d = `M${rounded(x)} ${rounded(low)}V${rounded(high)}M${from} ${rounded(low)}H${to}M${from} ${rounded(high)}H${to}`
    return [
      element('path', { d, stroke: colours.mark, 'stroke-width': 2, fill: 'none' }),
      element('circle', { cx: x, cy: plot.y(point.y), r: shapeRadiusPx + meanRingPx, fill: palette.surface }),
      svgShape(markStyles[series.mark].shape, { x, y: plot.y(point.y) }, colours),
    ]
  })
}

/** Draws the texts of bars and of measured means. They belong above every line. */
export function svgSeriesTexts(series: Series, plot: Plot, palette: Palette): string[] {
  if (series.kind === 'bars') return series.bars.flatMap((bar) => barText(bar, plot, palette))
  if (series.kind === 'intervals') return series.points.flatMap((point) => meanText(point, plot, palette))
  return []
}

function barText(bar: Bar, plot: Plot, palette: Palette): string[] {
  if (bar.text === '') return []
  const place = { x: plot.x((bar.from ?? 0) + bar.value) + barTextGapPx, y: plot.y(bar.row) + fontSizePx.label * 0.35 }
  return svgLabel(
    bar.text,
    { ...place, fontSizePx: fontSizePx.label, isBold: bar.isBinding, fill: palette.text },
    palette,
  )
}

const meanAnchors = { start: 'start', center: 'middle', end: 'end' } as const

/** The text is below the mean, because above it the line of a throttled rate is densest. */
function meanText(point: IntervalPoint, plot: Plot, palette: Palette): string[] {
  if (point.text === '') return []
  const anchor = meanAnchors[pointNameEnd(point.x, plot.scaleX)]
  const place = { x: plot.x(point.x), y: plot.y(point.low) + meanTextDropPx, anchor }
  return svgLabel(point.text, { ...place, fontSizePx: fontSizePx.label, isBold: true, fill: palette.text }, palette)
}

/** A part of stacked bars. */
function partMarkup(
  { from = 0, value, row }: Bar,
  plot: Plot,
  colours: { readonly fill: string; readonly stroke: string },
  rowHeightPx: number,
): string {
  const height = rowHeightPx * barHeightRatio
  const [start, end] = [plot.x(from), plot.x(from + value)]
  const box = { x: start, y: plot.y(row) - height / 2, width: end - start, height }
  return element('rect', { ...box, ...colours, 'stroke-width': partEdgePx })
}

function barMarkup(bar: Bar, plot: Plot, palette: Palette, rowHeightPx: number): string[] {
  const { line, fill } = barPaint(bar.level ?? 'within', palette)
  const height = rowHeightPx * barHeightRatio
  const [start, end, middle] = [plot.x(0), plot.x(bar.value), plot.y(bar.row)]
  return [
    element('rect', {
      x: start,
      y: middle - height / 2,
      width: Math.max(end - start, 1),
      height,
      fill,
      stroke: line,
      'stroke-width': markStyles.utilisation.widthPx,
    }),
  ]
}

function finite(y: number | undefined): number | null {
  return y === undefined || Number.isNaN(y) ? null : y
}

/** Draws one series. The elements are in drawing order. */
export function svgSeries(series: Series, plot: Plot, palette: Palette): string[] {
  switch (series.kind) {
    case 'band':
      return bandMarkup(series, plot, palette)
    case 'line':
      return lineMarkup(series, plot, palette)
    case 'lines':
      return series.lines.flatMap(({ xs, ys }) => {
        const points = Array.from(xs, (x, index) => ({ x, y: finite(ys[index]) }))
        return lineMarkup({ ...series, kind: 'line', points }, plot, palette)
      })
    case 'intervals':
      return intervalMarkup(series, plot, palette)
    case 'bars': {
      const rowHeightPx = (plot.area.bottom - plot.area.top) / Math.max(1, series.bars.length)
      if (series.part === undefined) return series.bars.flatMap((bar) => barMarkup(bar, plot, palette, rowHeightPx))
      const fill = palette.parts[series.part % palette.parts.length] ?? palette.surface
      const drawn = series.bars.filter(({ value }) => value > 0)
      return drawn.map((bar) => partMarkup(bar, plot, { fill, stroke: palette.text }, rowHeightPx))
    }
  }
}
