/**
 * Draws the annotations of a chart: limits, ticks and shaded sections. Their names are drawn separately from their lines and
 * shades, because they lie above the series.
 */
import type { Annotation } from '../chart-description.ts'
import { limitLabelGapPx, pointNameEnd, shadeNameEnd } from '../label-room.ts'
import { spreadLabels } from '../spread-labels.ts'
import { fontSizePx, limitWidthPx, type Palette, tickDashPx } from '../tokens.ts'
import type { Plot } from './plot-area.ts'
import { svgLabel } from './svg-label.ts'
import { element } from './svg-node.ts'

const labelGapPx = 6
const labelLineHeightPx = 15

type ValueLine = Annotation & { kind: 'limit' | 'tick' }

/** What drawing a name needs beside its line. */
interface Painting {
  readonly plot: Plot
  readonly palette: Palette
}

function isBinding(line: ValueLine): boolean {
  return line.kind === 'limit' && line.isBinding
}

function valueLine(line: ValueLine, plot: Plot, palette: Palette): string {
  const { left, right, top, bottom } = plot.area
  const stroke = {
    stroke: line.kind === 'limit' ? palette.limit : palette.tick,
    'stroke-width': isBinding(line) ? limitWidthPx.binding : limitWidthPx.other,
    'stroke-dasharray': line.kind === 'limit' ? undefined : tickDashPx.join(' '),
  }
  const at = line.axis === 'y' ? plot.y(line.value) : plot.x(line.value)
  const ends = line.axis === 'y' ? { x1: left, x2: right, y1: at, y2: at } : { x1: at, x2: at, y1: top, y2: bottom }
  return element('line', { ...ends, ...stroke })
}

/** The vertical middle of the name beside each horizontal line, in pixels. Names are moved so that they do not overlap. */
function middlesOf(annotations: readonly Annotation[], plot: Plot): ReadonlyMap<Annotation, number> {
  const lines = annotations.flatMap((each) => (each.kind !== 'shade' && each.axis === 'y' ? [each] : []))
  const middles = spreadLabels(
    lines.map((line) => {
      const rows = line.kind === 'limit' && line.detail !== undefined ? 2 : 1
      return { centre: plot.y(line.value), height: rows * labelLineHeightPx }
    }),
  )
  return new Map(lines.map((line, index) => [line, middles[index] ?? plot.y(line.value)]))
}

function valueLabel(line: ValueLine, middle: number, { plot, palette }: Painting): string[] {
  const { right, top } = plot.area
  const style = {
    fontSizePx: fontSizePx.quiet,
    fill: line.kind === 'limit' ? palette.text : palette.quietText,
    isBold: isBinding(line),
  }
  if (line.axis === 'x') {
    const place = { x: plot.x(line.value), y: top - labelGapPx, anchor: anchors[nameEnd(line, plot)] }
    return svgLabel(line.label, { ...place, ...style }, palette)
  }
  // The name is beside the end of its line, so that it covers nothing.
  const [x, y] = [right + limitLabelGapPx, middle + fontSizePx.quiet * 0.35]
  const detail = line.kind === 'limit' ? line.detail : undefined
  if (detail === undefined) return svgLabel(line.label, { x, y, ...style }, palette)
  return [
    ...svgLabel(line.label, { x, y: y - labelLineHeightPx / 2, ...style }, palette),
    ...svgLabel(detail, { x, y: y + labelLineHeightPx / 2, ...style }, palette),
  ]
}

const anchors = { start: 'start', center: 'middle', end: 'end' } as const

/** Which part of a name is at its vertical line: of a limit the middle. Names of ticks are long and must not leave the plot. */
function nameEnd({ kind, value }: ValueLine, { scaleX }: Plot): keyof typeof anchors {
  return kind === 'limit' ? 'center' : pointNameEnd(value, scaleX)
}

/** The lines and shades of annotations, without names. */
export function svgAnnotations(annotations: readonly Annotation[], plot: Plot, palette: Palette): string[] {
  const { top, bottom } = plot.area
  return annotations.map((annotation) => {
    if (annotation.kind !== 'shade') return valueLine(annotation, plot, palette)
    const [from, to] = [plot.x(annotation.from), plot.x(annotation.to)]
    return element('rect', { x: from, y: top, width: to - from, height: bottom - top, fill: palette.shade })
  })
}

/** The names of annotations. */
export function svgAnnotationLabels(annotations: readonly Annotation[], plot: Plot, palette: Palette): string[] {
  const middles = middlesOf(annotations, plot)
  return annotations.flatMap((annotation) => {
    if (annotation.kind !== 'shade') return valueLabel(annotation, middles.get(annotation) ?? 0, { plot, palette })
    const anchor = shadeNameEnd(annotation, plot.scaleX)
    const x = anchor === 'start' ? plot.x(annotation.from) + labelGapPx : plot.x(annotation.to) - labelGapPx
    const place = { x, y: plot.area.bottom - labelGapPx, anchor }
    return svgLabel(annotation.label, { ...place, fontSizePx: fontSizePx.quiet, fill: palette.quietText }, palette)
  })
}
