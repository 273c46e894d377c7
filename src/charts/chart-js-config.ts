/**
 * Converts a chart description to a Chart.js 4 configuration, for the window.
 *
 * The page must register Chart.js's line and bar controllers, their elements, linear and logarithmic scales, Filler,
 * Legend, Tooltip and Decimation, and the window's own plugins (annotations, bar texts, many long lines).
 */
import type { ChartDescription, Scale } from './chart-description.ts'
import { chartJsAnnotations } from './chart-js-annotations.ts'
import { chartJsDatasets } from './chart-js-datasets.ts'
import type {
  ChartJsConfig,
  ChartJsDataset,
  ChartJsLegendItem,
  ChartJsScale,
  ChartJsTooltipItem,
} from './chart-js-types.ts'
import { estimatedTextWidthPx, rightRoomPx } from './label-room.ts'
import { isInLegend } from './legend-series.ts'
import { fontFamily, fontSizePx, markStyles, type Palette, palettes, type Theme } from './tokens.ts'
import { formatValue } from './value-format.ts'

const topRoomPx = 4
/** Space above bars for the names of the 80 % tick and the limit. */
const barTopRoomPx = 22
const sampleWidthPx = 24
/** Width of a sample in the key to the colours of bars, which stands beside the names above them. */
const keySampleWidthPx = 12
const sampleHeightPx = 8
/** Between two entries of the legend. */
const legendGapPx = 8

/** The label of a tick, as two lines if it has a detail; empty if the description has no tick there. */
function tickLabel(scale: Scale, value: number | string): string | string[] {
  const tick = scale.ticks.find((candidate) => candidate.value === Number(value))
  if (tick === undefined) return ''
  return tick.detail === undefined ? tick.label : [tick.label, tick.detail]
}

/** Line height / font size of the labels of rows. It is low, so that the two lines of a label visibly belong together. */
const categoryLineHeight = 1

/** In a chart lower than this, the plot is lower than most titles of its y axis are long. */
const lowChartPx = 200

/** The title of a y axis, upright in the plot's height: in a low chart the last word, the unit, has its own line. */
function uprightTitle({ title }: Scale, chartHeightPx: number): string | string[] {
  const lastSpace = title.lastIndexOf(' ')
  if (chartHeightPx >= lowChartPx || lastSpace === -1) return title
  return [title.slice(0, lastSpace), title.slice(lastSpace + 1)]
}

function chartJsScale(scale: Scale, palette: Palette, axis: 'x' | 'y'): ChartJsScale {
  const isCategory = scale.kind === 'category'
  return {
    type: scale.kind === 'logarithmic' ? 'logarithmic' : 'linear',
    // Half a row is added at both ends, because a bar is in the middle of its row.
    min: isCategory ? scale.min - 0.5 : scale.min,
    max: isCategory ? scale.max + 0.5 : scale.max,
    reverse: isCategory,
    offset: false,
    title: {
      display: !isCategory,
      text: scale.title,
      color: palette.quietText,
      font: { size: fontSizePx.quiet, family: fontFamily },
    },
    grid: { display: !isCategory, color: palette.gridLine },
    border: { color: palette.gridLine },
    ticks: {
      color: isCategory ? palette.text : palette.quietText,
      font: isCategory
        ? { size: fontSizePx.label, family: fontFamily, lineHeight: categoryLineHeight }
        : { size: fontSizePx.quiet, family: fontFamily },
      autoSkip: !isCategory,
      maxRotation: 0,
      crossAlign: isCategory ? 'far' : 'near',
      callback: (value) => tickLabel(scale, value),
    },
    beforeUpdate: ({ chart, options: { title } }) => {
      if (axis === 'y' && title !== undefined) title.text = uprightTitle(scale, chart.height)
    },
    afterBuildTicks: (built) => {
      built.ticks = scale.ticks.map((tick) => ({ value: tick.value }))
    },
    afterFit: (fitted) => {
      // Chart.js gives labels at most half of the chart, and cuts what is longer.
      if (isCategory && fitted.width >= fitted.maxWidth) fitted.width = Math.max(fitted.width, widthOfLabels(scale))
    },
  }
}

/** Space between a label and the plot. */
const labelGapPx = 10

/** The width that the labels of rows need, in pixels. */
function widthOfLabels({ ticks }: Scale): number {
  const lines = ticks.flatMap(({ label, detail = '' }) => [label, detail])
  return Math.max(...lines.map((line) => estimatedTextWidthPx(line, fontSizePx.label))) + labelGapPx
}

/** Legend entries that show the dashes of their lines. Chart.js's own entries do not. */
function legendItems(datasets: readonly ChartJsDataset[], palette: Palette): ChartJsLegendItem[] {
  return datasets.flatMap((dataset, datasetIndex): ChartJsLegendItem[] => {
    if (!dataset.isNamed) return keyItems(dataset, datasetIndex, palette)
    const { pointStyle = 'line', borderColor } = dataset
    const backgroundColor = dataset.pointBackgroundColor ?? dataset.backgroundColor
    const item = {
      text: dataset.label,
      datasetIndex,
      fontColor: palette.text,
      fillStyle: typeof backgroundColor === 'string' ? backgroundColor : palette.surface,
      strokeStyle: typeof borderColor === 'string' ? borderColor : palette.text,
      lineWidth: dataset.borderWidth,
      lineDash: dataset.borderDash ?? [],
      pointStyle: pointStyle === false ? 'line' : pointStyle,
    }
    return [item]
  })
}

/** What the colours of bars mean. */
function keyItems({ barKey = [], borderWidth }: ChartJsDataset, datasetIndex: number, palette: Palette) {
  return barKey.map(({ label, line, fill }) => ({
    text: label,
    datasetIndex,
    fontColor: palette.text,
    fillStyle: fill,
    strokeStyle: line,
    lineWidth: borderWidth,
    lineDash: [],
    pointStyle: 'rect' as const,
  }))
}

type Plugins = ChartJsConfig['options']['plugins']

function legend(
  description: ChartDescription,
  datasets: readonly ChartJsDataset[],
  palette: Palette,
): Plugins['legend'] {
  const hasShapes = description.series.some(
    (series) =>
      (series.kind === 'line' || series.kind === 'intervals') &&
      isInLegend(series) &&
      markStyles[series.mark].shape !== 'none',
  )
  return {
    display: hasKey(datasets) || datasets.some(({ isNamed }) => isNamed),
    // Above bars are the names of the target and of the limit. The names of parts may be too long to stand beside them.
    position: datasets.some(({ stack }) => stack !== undefined) ? 'bottom' : 'top',
    align: 'start',
    // A click must not hide a series, because a result must not be shown without the marks that qualify it.
    onClick: () => undefined,
    labels: {
      color: palette.text,
      font: { size: fontSizePx.quiet, family: fontFamily },
      usePointStyle: true,
      // A width would stretch shapes. If there are only lines, they need a width to show their dashes.
      ...(hasShapes ? {} : { pointStyleWidth: hasKey(datasets) ? keySampleWidthPx : sampleWidthPx }),
      boxHeight: sampleHeightPx,
      padding: legendGapPx,
      generateLabels: () => legendItems(datasets, palette),
    },
  }
}

/** The position of the pointer on the x axis (a time or a percentile), or the name of the row. */
function tooltipTitle({ x, y }: ChartDescription, item: ChartJsTooltipItem | undefined): string {
  if (item === undefined) return ''
  if (y.kind === 'category') return y.ticks[item.parsed.y ?? -1]?.label ?? ''
  if (item.parsed.x === null) return ''
  return formatValue(x.format === 'percentile' ? 1 - 1 / item.parsed.x : item.parsed.x, x.format)
}

function tooltip(description: ChartDescription, datasets: readonly ChartJsDataset[]): Plugins['tooltip'] {
  const isBars = hasBars(description)
  const { format } = isBars ? description.x : description.y
  return {
    filter: (item) => isBars || datasets[item.datasetIndex]?.isNamed === true,
    displayColors: false,
    callbacks: {
      label: ({ dataset, parsed }) => `${dataset.label ?? ''}: ${formatValue(isBars ? parsed.x : parsed.y, format)}`,
      title: ([first]) => tooltipTitle(description, first),
      footer: ([first]) => description.notes?.find(({ x }) => x === first?.parsed.x)?.text ?? '',
    },
  }
}

function hasKey(datasets: readonly ChartJsDataset[]): boolean {
  return datasets.some(({ barKey = [] }) => barKey.length > 0)
}

function hasBars(description: ChartDescription): boolean {
  return description.series.some((series) => series.kind === 'bars')
}

/** Space above the plot, for the names above bars unless the key to their colours makes it. */
function topRoomOf(datasets: readonly ChartJsDataset[]): number {
  if (hasKey(datasets)) return 0
  return datasets.some(({ type }) => type === 'bar') ? barTopRoomPx : topRoomPx
}

/** The configuration with which `new Chart(canvas, config)` draws a description. */
export function chartJsConfig(description: ChartDescription, theme: Theme): ChartJsConfig {
  const palette = palettes[theme]
  const isBars = hasBars(description)
  const datasets = chartJsDatasets(description.series, palette)
  return {
    type: isBars ? 'bar' : 'line',
    data: { datasets, annotations: chartJsAnnotations(description, palette) },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      parsing: false,
      normalized: true,
      indexAxis: isBars ? 'y' : 'x',
      layout: { padding: { right: rightRoomPx(description), top: topRoomOf(datasets) } },
      interaction: { mode: 'nearest', axis: isBars ? 'y' : 'x', intersect: false },
      scales: { x: chartJsScale(description.x, palette, 'x'), y: chartJsScale(description.y, palette, 'y') },
      plugins: {
        legend: legend(description, datasets, palette),
        tooltip: tooltip(description, datasets),
        decimation: { enabled: !isBars, algorithm: 'min-max' },
      },
    },
  }
}
