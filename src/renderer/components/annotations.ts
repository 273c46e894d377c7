/**
 * A Chart.js plugin that draws limits, ranges, labels and intervals. Unlike chartjs-plugin-annotation it does not resolve
 * Chart.js options, which took a quarter of the time of a keystroke (docs/decisions/chart-annotations.md).
 */
import type { Chart, Plugin } from 'chart.js'
import type { ChartJsAnnotation, ChartJsFont } from '../../charts/chart-js-types.ts'
import { spreadLabels } from '../../charts/spread-labels.ts'

type DrawTime = 'beforeDatasetsDraw' | 'afterDatasetsDraw'
type Alignment = 'start' | 'center' | 'end'

/** Line height / font size, as in Chart.js. */
const lineHeightFactor = 1.2

/** Draws the `annotations` of a chart's data. Each has a `drawTime`: below or above the series. */
export const annotationPlugin: Plugin = {
  id: 'annotations',
  beforeDatasetsDraw: (chart: Chart) => drawAll(chart, 'beforeDatasetsDraw'),
  afterDatasetsDraw: (chart: Chart) => drawAll(chart, 'afterDatasetsDraw'),
}

/** Draws the parts of all annotations that belong to this time: before the series, so below them, or after them. */
function drawAll(chart: Chart, time: DrawTime): void {
  const annotations: unknown = Reflect.get(chart.data, 'annotations')
  if (!Array.isArray(annotations)) return
  chart.ctx.save()
  const shifts = shiftsOf(chart, annotations)
  for (const annotation of annotations as readonly ChartJsAnnotation[]) draw(chart, annotation, { time, shifts })
  chart.ctx.restore()
}

type LabelAnnotation = ChartJsAnnotation & { type: 'label' }

/** By how many pixels the labels beside the ends of lines are moved down (negative: up), so that they do not overlap. */
function shiftsOf(chart: Chart, annotations: readonly ChartJsAnnotation[]): ReadonlyMap<ChartJsAnnotation, number> {
  const labels = annotations.filter(isBesideLineEnd)
  if (labels.length < 2) return new Map()
  const placed = labels.map((label) => {
    return { centre: pixel(chart, 'y', label.yValue), height: measured(chart.ctx, label).height }
  })
  const centres = spreadLabels(placed)
  return new Map(labels.map((label, index) => [label, (centres[index] ?? 0) - (placed[index]?.centre ?? 0)]))
}

function isBesideLineEnd(annotation: ChartJsAnnotation): annotation is LabelAnnotation {
  return annotation.type === 'label' && annotation.position.x === 'start' && annotation.position.y === 'center'
}

/** What `draw` needs beside the annotation. */
interface Drawing {
  readonly time: DrawTime
  /** From `shiftsOf`. */
  readonly shifts: ReadonlyMap<ChartJsAnnotation, number>
}

function draw(chart: Chart, annotation: ChartJsAnnotation, { time, shifts }: Drawing): void {
  if (annotation.type === 'box') drawRange(chart, annotation, time)
  else if (annotation.drawTime !== time) return
  else if (annotation.type === 'line') drawLine(chart, annotation)
  else drawLabel(chart, annotation, shifts.get(annotation) ?? 0)
}

/** Draws a range over the whole height of the plot, with its label inside. */
function drawRange(chart: Chart, box: ChartJsAnnotation & { type: 'box' }, time: DrawTime): void {
  const { ctx, chartArea } = chart
  const [left, right] = [pixel(chart, 'x', box.xMin), pixel(chart, 'x', box.xMax)]
  if (box.drawTime === time) {
    ctx.fillStyle = box.backgroundColor
    ctx.fillRect(left, chartArea.top, right - left, chartArea.bottom - chartArea.top)
  }
  const { label } = box
  if (label.drawTime !== time) return
  const text = measured(ctx, label)
  const x = startWithin(left, right, { size: text.width, alignment: alignmentOf(label.position, 'x') })
  const y = startWithin(chartArea.top, chartArea.bottom, {
    size: text.height,
    alignment: alignmentOf(label.position, 'y'),
  })
  drawText(ctx, label, { ...text, x, y: y + (label.yAdjust ?? 0) })
}

function drawLine(chart: Chart, line: ChartJsAnnotation & { type: 'line' }): void {
  const { ctx } = chart
  const [from, to] = endsOf(chart, line)
  ctx.beginPath()
  ctx.strokeStyle = line.borderColor
  ctx.lineWidth = line.borderWidth
  ctx.setLineDash('borderDash' in line ? (line.borderDash ?? []) : [])
  ctx.moveTo(from.x, from.y)
  ctx.lineTo(to.x, to.y)
  ctx.stroke()
}

function endsOf(chart: Chart, line: ChartJsAnnotation & { type: 'line' }): [Point, Point] {
  const { left, right, top, bottom } = chart.chartArea
  if (!('scaleID' in line)) {
    const at = (x: number, y: number): Point => ({ x: pixel(chart, 'x', x), y: pixel(chart, 'y', y) })
    return [at(line.xMin, line.yMin), at(line.xMax, line.yMax)]
  }
  const at = pixel(chart, line.scaleID, line.value)
  return line.scaleID === 'x'
    ? [
        { x: at, y: top },
        { x: at, y: bottom },
      ]
    : [
        { x: left, y: at },
        { x: right, y: at },
      ]
}

/** A position on the canvas in pixels. */
interface Point {
  readonly x: number
  readonly y: number
}

/** Draws a label with its start, middle or end at its value, moved down by `shiftPx`. */
function drawLabel(chart: Chart, label: LabelAnnotation, shiftPx: number): void {
  const text = measured(chart.ctx, label)
  const { x, y } = label.position
  const shares = { start: 0, center: 0.5, end: 1 } as const
  drawText(chart.ctx, label, {
    ...text,
    x: pixel(chart, 'x', label.xValue) - shares[x] * text.width + label.xAdjust,
    y: pixel(chart, 'y', label.yValue) - shares[y] * text.height + label.yAdjust + shiftPx,
  })
}

/** A text of one or more lines, with its padding. */
interface Label {
  readonly content: string | readonly string[]
  readonly font: ChartJsFont
  readonly padding: number
  readonly color: string
  readonly backgroundColor: string
}

interface Measured {
  readonly lines: readonly string[]
  /** Width and height including the padding. */
  readonly width: number
  readonly height: number
}

function measured(ctx: CanvasRenderingContext2D, { content, font, padding }: Label): Measured {
  const lines = typeof content === 'string' ? [content] : content
  ctx.font = fontOf(font)
  const widest = Math.max(...lines.map((line) => ctx.measureText(line).width))
  return {
    lines,
    width: widest + 2 * padding,
    height: lines.length * font.size * lineHeightFactor + 2 * padding,
  }
}

function drawText(ctx: CanvasRenderingContext2D, label: Label, text: Measured & Point): void {
  const { font, padding } = label
  // A range without a label text is named in the legend.
  if (text.lines.every((line) => line === '')) return
  ctx.fillStyle = label.backgroundColor
  ctx.fillRect(text.x, text.y, text.width, text.height)
  ctx.font = fontOf(font)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = label.color
  const lineHeight = font.size * lineHeightFactor
  for (const [index, line] of text.lines.entries()) {
    ctx.fillText(line, text.x + padding, text.y + padding + (index + 0.5) * lineHeight)
  }
}

function fontOf({ size, family, weight = 'normal' }: ChartJsFont): string {
  return `${weight} ${size}px ${family}`
}

function pixel({ scales }: Chart, axis: 'x' | 'y', value: number): number {
  return scales[axis]?.getPixelForValue(value) ?? Number.NaN
}

function alignmentOf(
  position: Alignment | { readonly x: Alignment; readonly y: Alignment },
  axis: 'x' | 'y',
): Alignment {
  return typeof position === 'string' ? position : position[axis]
}

/** Start coordinate of a text of this size that is aligned to the start, centre or end of a range. */
function startWithin(
  from: number,
  to: number,
  { size, alignment }: { readonly size: number; readonly alignment: Alignment },
): number {
  if (alignment === 'start') return from
  return alignment === 'end' ? to - size : (from + to - size) / 2
}
