/**
 * A Chart.js plugin that draws many long lines. It makes one path for each line and level of detail and keeps it, so that
 * panning draws ready paths and does not iterate over points.
 */
import type { Chart, Plugin, Scale } from 'chart.js'
import { type LevelsOfDetail, levelFor } from '../../charts/levels-of-detail.ts'
import type { LineColumns } from '../../charts/line-columns.ts'

interface DenseLines {
  /** The levels of detail of each line. */
  readonly levels: readonly LevelsOfDetail[]
  readonly widthPx: number
}

/** The path of each line and level of detail, in the units of the axes. */
const keptPaths = new WeakMap<LineColumns, Path2D>()

/** Draws the `denseLines` of a chart's datasets, below all other series. */
export const denseLinesPlugin: Plugin = {
  id: 'dense-lines',
  beforeDatasetsDraw(chart: Chart) {
    for (const dataset of chart.data.datasets) {
      const dense: unknown = Reflect.get(dataset, 'denseLines')
      if (isDense(dense)) drawLines(chart, dense, String(dataset.borderColor))
    }
  },
}

function isDense(value: unknown): value is DenseLines {
  return typeof value === 'object' && value !== null && 'levels' in value
}

function drawLines({ ctx, chartArea, scales }: Chart, { levels, widthPx }: DenseLines, colour: string): void {
  const { x, y } = scales
  if (x === undefined || y === undefined) return
  const matrix = matrixOf(x, y)
  const all = new Path2D()
  const columns = chartArea.width * devicePixelRatio
  for (const lineLevels of levels) {
    const [line] = lineLevels
    if (line !== undefined) all.addPath(pathOf(levelFor(lineLevels, shownShare(line, x), columns)), matrix)
  }
  ctx.save()
  ctx.beginPath()
  ctx.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height)
  ctx.clip()
  ctx.strokeStyle = colour
  ctx.lineWidth = widthPx
  ctx.stroke(all)
  ctx.restore()
}

/** The transformation from the units of linear axes to pixels. */
function matrixOf(x: Scale, y: Scale): DOMMatrix {
  const perX = (x.right - x.left) / (x.max - x.min)
  const perY = (y.top - y.bottom) / (y.max - y.min)
  return new DOMMatrix([perX, 0, 0, perY, x.left - x.min * perX, y.bottom - y.min * perY])
}

/** Share of the line's x range that the chart shows: 1 is all of it, more than 1 if the axis is longer than the line. */
function shownShare({ xs }: LineColumns, x: Scale): number {
  const length = (xs.at(-1) ?? 0) - (xs[0] ?? 0)
  return length <= 0 ? 1 : (x.max - x.min) / length
}

function pathOf(line: LineColumns): Path2D {
  const kept = keptPaths.get(line)
  if (kept !== undefined) return kept
  const path = new Path2D()
  let isPenDown = false
  for (const [index, x] of line.xs.entries()) {
    const y = line.ys[index] ?? Number.NaN
    if (Number.isNaN(y)) isPenDown = false
    else if (isPenDown) path.lineTo(x, y)
    else {
      path.moveTo(x, y)
      isPenDown = true
    }
  }
  keptPaths.set(line, path)
  return path
}
