/**
 * Types of the parts of Chart.js's configuration that this folder writes. They are declared here because charts/
 * imports no package. A test checks that they are assignable to Chart.js's own `ChartConfiguration`.
 */
import type { BarPaint } from './bar-paint.ts'
import type { BarText } from './bar-text.ts'
import type { LevelsOfDetail } from './levels-of-detail.ts'

/** A point in Chart.js's internal form, which needs no parsing. */
export type ChartJsPoint = { x: number; y: number }

/** A dataset. `isNamed`, `seriesId`, `denseLines`, `barTexts` and `barKey` are not Chart.js's, but the window's. */
export type ChartJsDataset = {
  type: 'line' | 'bar' | 'scatter'
  label: string
  /** False if the dataset has no legend entry, because it is labelled in the plot or is the lower edge of a band. */
  isNamed: boolean
  /** Id of the series in the description. */
  seriesId: string
  data: ChartJsPoint[]
  borderColor: string | string[]
  backgroundColor: string | string[]
  borderWidth: number
  borderDash?: number[]
  showLine?: boolean
  fill?: boolean | string
  pointStyle?: 'line' | 'circle' | 'rect' | 'triangle' | 'crossRot' | 'rectRot' | false
  pointRadius?: number | number[]
  pointHoverRadius?: number
  pointBackgroundColor?: string
  pointBorderColor?: string
  pointBorderWidth?: number
  tension?: number
  spanGaps?: boolean
  clip?: number
  /** Drawing order. Chart.js draws the dataset with the largest number first. */
  order: number
  /** Lines for the window's plugin for many long lines. */
  denseLines?: { readonly levels: readonly LevelsOfDetail[]; readonly widthPx: number }
  /** Texts for the window's plugin for bar texts. */
  barTexts?: readonly BarText[]
  /** What the colours of the bars mean, for the legend. */
  barKey?: readonly (BarPaint & { readonly label: string })[]
  /** Bars with the same name are stacked. */
  stack?: string
  barPercentage?: number
  categoryPercentage?: number
}

/** A font. */
export type ChartJsFont = { size: number; family: string; weight?: 'normal' | 'bold'; lineHeight?: number }

/** The label of an annotation, with its style and position. */
type ChartJsLabel = {
  display: boolean
  content: string
  position: 'start' | 'end' | 'center' | { x: 'start' | 'center' | 'end'; y: 'start' | 'center' | 'end' }
  color: string
  backgroundColor: string
  font: ChartJsFont
  padding: number
  drawTime: 'afterDatasetsDraw'
  yAdjust?: number
}

/** An annotation that the window's plugin draws. Names are as in chartjs-plugin-annotation. */
export type ChartJsAnnotation =
  | {
      type: 'line'
      scaleID: 'x' | 'y'
      value: number
      borderColor: string
      borderWidth: number
      borderDash?: number[]
      drawTime: 'afterDatasetsDraw' | 'beforeDatasetsDraw'
    }
  | {
      type: 'line'
      xMin: number
      xMax: number
      yMin: number
      yMax: number
      borderColor: string
      borderWidth: number
      drawTime: 'afterDatasetsDraw'
    }
  | {
      type: 'box'
      xMin: number
      xMax: number
      backgroundColor: string
      borderWidth: number
      drawTime: 'beforeDatasetsDraw'
      label: ChartJsLabel
    }
  | {
      type: 'label'
      xValue: number
      yValue: number
      content: string | string[]
      textAlign: 'start'
      color: string
      backgroundColor: string
      padding: number
      font: ChartJsFont
      position: { x: 'start' | 'center' | 'end'; y: 'start' | 'center' }
      xAdjust: number
      yAdjust: number
      drawTime: 'afterDatasetsDraw'
    }

/** The part of a scale that its callbacks change. */
type ChartJsAxis = { ticks: { value: number; label?: string | string[] }[] }

/** One scale. */
export type ChartJsScale = {
  type: 'linear' | 'logarithmic'
  min: number
  max: number
  reverse: boolean
  offset: boolean
  /** Several texts are lines below each other. */
  title: { display: boolean; text: string | string[]; color: string; font: ChartJsFont }
  grid: { display: boolean; color: string }
  border: { color: string }
  ticks: {
    color: string
    font: ChartJsFont
    autoSkip: boolean
    maxRotation: number
    crossAlign: 'near' | 'far'
    callback: (value: number | string) => string | string[]
  }
  /** Chart.js calls it before it lays the axis out. */
  beforeUpdate: (axis: {
    chart: { height: number }
    options: { display?: unknown; title?: { text: string | string[] } }
  }) => void
  /** Sets exactly the ticks of the description. */
  afterBuildTicks: (axis: ChartJsAxis) => void
  /** Widens an axis of rows whose labels Chart.js would cut. */
  afterFit: (axis: ChartJsAxisBox) => void
}

/** The box of an axis, as Chart.js passes it when it has fitted the axis into its greatest width. */
type ChartJsAxisBox = {
  width: number
  readonly maxWidth: number
}

/** The value under the pointer, as Chart.js passes it to a tooltip. */
export type ChartJsTooltipItem = {
  dataset: { label?: string | undefined }
  parsed: { x: number | null; y: number | null }
}

/** One entry of the legend. */
export type ChartJsLegendItem = {
  text: string
  datasetIndex: number
  fontColor: string
  fillStyle: string
  strokeStyle: string
  lineWidth: number
  lineDash: number[]
  pointStyle: 'line' | 'circle' | 'rect' | 'triangle' | 'crossRot' | 'rectRot'
}

/** A whole configuration, for `new Chart(canvas, config)`. */
export type ChartJsConfig = {
  type: 'line' | 'bar'
  /** `annotations` is not Chart.js's, but for the window's annotation plugin. */
  data: { datasets: ChartJsDataset[]; annotations: ChartJsAnnotation[] }
  options: {
    animation: false
    responsive: boolean
    maintainAspectRatio: boolean
    parsing: false
    normalized: boolean
    indexAxis: 'x' | 'y'
    layout: { padding: { right: number; top: number } }
    interaction: { mode: 'nearest' | 'index'; axis: 'x' | 'y'; intersect: boolean }
    scales: { x: ChartJsScale; y: ChartJsScale }
    plugins: {
      legend: {
        display: boolean
        position: 'top' | 'bottom'
        align: 'start'
        onClick: () => void
        labels: {
          color: string
          font: ChartJsFont
          usePointStyle: boolean
          pointStyleWidth?: number
          boxHeight: number
          padding: number
          generateLabels: () => ChartJsLegendItem[]
        }
      }
      tooltip: {
        filter: (item: { datasetIndex: number }) => boolean
        displayColors: boolean
        callbacks: {
          label: (item: ChartJsTooltipItem) => string
          title: (items: ChartJsTooltipItem[]) => string
          footer: (items: ChartJsTooltipItem[]) => string
        }
      }
      decimation: { enabled: boolean; algorithm: 'min-max' }
    }
  }
}
