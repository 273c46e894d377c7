/**
 * Converts series to Chart.js datasets.
 */
import { barKey, barPaint } from './bar-paint.ts'
import type { Mark, Point, Series } from './chart-description.ts'
import type { ChartJsDataset, ChartJsPoint } from './chart-js-types.ts'
import { layerOf } from './layers.ts'
import { isInLegend } from './legend-series.ts'
import { levelsOfDetail } from './levels-of-detail.ts'
import { markStyles, type Palette, partEdgePx, type Shape } from './tokens.ts'

/** A dataset without its drawing order. */
type Dataset = Omit<ChartJsDataset, 'order'>

const pointRadiusPx = 4
const hoverRadiusPx = 4
const meanRadiusPx = 7

const pointStyles: Readonly<Record<Exclude<Shape, 'none'>, NonNullable<ChartJsDataset['pointStyle']>>> = {
  circle: 'circle',
  square: 'rect',
  triangle: 'triangle',
  cross: 'crossRot',
  'hollow-diamond': 'rectRot',
}

/** Converts points. A missing value becomes NaN, for which Chart.js draws a gap. */
function chartJsPoints(points: readonly Point[]): ChartJsPoint[] {
  return points.map((point) => ({ x: point.x, y: point.y ?? Number.NaN }))
}

function shapeOptions(mark: Mark, points: readonly Point[], palette: Palette): Partial<Dataset> {
  const { shape } = markStyles[mark]
  if (shape === 'none') return { pointRadius: 0, pointHoverRadius: hoverRadiusPx }
  return {
    pointStyle: pointStyles[shape],
    pointRadius: points.map((point) => (point.isMarked === false ? 0 : pointRadiusPx)),
    pointBorderWidth: shape === 'cross' || shape === 'hollow-diamond' ? 2 : 1,
    pointBackgroundColor: shape === 'hollow-diamond' ? palette.surface : palette.marks[mark],
  }
}

function lineDataset(series: Series & { kind: 'line' | 'intervals' }, palette: Palette): Dataset {
  const { mark } = series
  const style = markStyles[mark]
  return {
    type: 'line',
    label: series.label,
    isNamed: isInLegend(series),
    seriesId: series.id,
    data: chartJsPoints(series.points),
    borderColor: palette.marks[mark],
    backgroundColor: palette.marks[mark],
    borderWidth: Math.max(style.widthPx, 1),
    borderDash: [...style.dashPx],
    showLine: style.widthPx > 0,
    fill: false,
    tension: 0,
    spanGaps: false,
    ...shapeOptions(mark, series.points, palette),
    ...(style.shape === 'none' ? { pointStyle: 'line' as const } : {}),
    // A ring in the colour of the surface separates a mean from the line behind it.
    ...(series.kind === 'intervals'
      ? { pointBorderColor: palette.surface, pointBorderWidth: 2, pointRadius: meanRadiusPx }
      : {}),
  }
}

/** The two edges of a band. The upper one is filled down to the lower one, which has no legend entry. */
function bandDatasets(series: Series & { kind: 'band' }, palette: Palette): Dataset[] {
  const style = markStyles['predicted-band']
  const edge = {
    type: 'line' as const,
    seriesId: series.id,
    borderColor: palette.marks['predicted-band'],
    backgroundColor: palette.predictedFill,
    borderWidth: style.widthPx,
    pointRadius: 0,
    pointHoverRadius: 0,
    tension: 0,
  }
  return [
    {
      ...edge,
      label: series.label,
      isNamed: false,
      data: series.points.map(({ x, low }) => ({ x, y: low })),
      fill: false,
    },
    {
      ...edge,
      label: series.label,
      isNamed: isInLegend(series),
      pointStyle: 'rect',
      data: series.points.map(({ x, high }) => ({ x, y: high })),
      fill: '-1',
    },
  ]
}

/** A dataset without points, for the legend. It has the lines for the window's plugin that draws many long lines. */
function linesDataset(series: Series & { kind: 'lines' }, palette: Palette): Dataset {
  const style = markStyles[series.mark]
  return {
    type: 'line',
    label: series.label,
    isNamed: true,
    seriesId: series.id,
    data: [],
    borderColor: palette.marks[series.mark],
    backgroundColor: palette.marks[series.mark],
    borderWidth: Math.max(style.widthPx, 1),
    pointStyle: 'line',
    denseLines: { levels: series.lines.map(levelsOfDetail), widthPx: style.widthPx },
  }
}

/** A part of stacked bars. The last part has the texts at the ends of the rows. */
function partDataset(series: Series & { kind: 'bars' }, part: number, palette: Palette): Dataset {
  const fill = palette.parts[part % palette.parts.length] ?? palette.surface
  return {
    ...barDataset(series, palette),
    isNamed: isInLegend(series),
    stack: 'parts',
    pointStyle: 'rect',
    borderColor: palette.text,
    backgroundColor: fill,
    borderWidth: partEdgePx,
  }
}

function barDataset(series: Series & { kind: 'bars' }, palette: Palette): Dataset {
  const { bars } = series
  const paints = bars.map(({ level = 'within' }) => barPaint(level, palette))
  return {
    type: 'bar',
    label: series.label,
    isNamed: false,
    seriesId: series.id,
    data: bars.map((bar) => ({ x: bar.value, y: bar.row })),
    borderColor: paints.map(({ line }) => line),
    backgroundColor: paints.map(({ fill }) => fill),
    borderWidth: markStyles.utilisation.widthPx,
    barKey: barKey(series, palette),
    barTexts: bars.map(({ text, isBinding }) => ({
      text,
      isBold: isBinding,
      colour: palette.text,
      groundColour: palette.surface,
    })),
    barPercentage: 0.62,
    categoryPercentage: 1,
  }
}

function datasetsOf(series: Series, palette: Palette): Dataset[] {
  switch (series.kind) {
    case 'band':
      return bandDatasets(series, palette)
    case 'bars':
      return [series.part === undefined ? barDataset(series, palette) : partDataset(series, series.part, palette)]
    case 'lines':
      return [linesDataset(series, palette)]
    case 'line':
    case 'intervals':
      return [lineDataset(series, palette)]
  }
}

/** The datasets of a chart's series, in the order in which the description lists them. */
export function chartJsDatasets(series: readonly Series[], palette: Palette): ChartJsDataset[] {
  // Chart.js draws the largest `order` first.
  return series.flatMap((entry) => datasetsOf(entry, palette).map((set) => ({ ...set, order: -layerOf(entry) })))
}
