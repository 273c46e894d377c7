/**
 * A chart as a value: its data, marks, scales and annotations, and the same in words and as a table.
 *
 * Painters (Chart.js in the window, `paintSvg` in reports) only draw a description. They add no content. Values are in
 * base units (bytes/s, seconds, microseconds, ratios), and ticks have their labels.
 */
import type { LineColumns } from './line-columns.ts'
import type { ValueFormat } from './value-format.ts'

/** The marks of the visual language. Window, reports and documentation use the same ones. */
export type Mark =
  | 'predicted-band'
  | 'predicted-likely'
  | 'predicted-read'
  | 'predicted-median'
  /** The rate that could be carried beyond the load. */
  | 'predicted-capacity'
  | 'measured'
  | 'measured-mean'
  | 'offered'
  | 'one-of-many'
  | 'working-point'
  | 'published'
  | 'left-out'
  | 'utilisation'
  | 'high-utilisation'
  | 'over-utilisation'
  | 'latency-service'
  | 'latency-response'
  | 'latency-schedule-delay'
  | 'latency-end-to-end'
  /** Lines of equal rank, such as one for each offering. Each has its own style. */
  | 'line-1'
  | 'line-2'
  | 'line-3'
  | 'line-4'
  | 'line-5'
  | 'line-6'
  /** A point at which two lines cross. */
  | 'crossing'

/** A tick of an axis with its label. `detail` is a second line in a quieter style. */
export type Tick = { readonly value: number; readonly label: string; readonly detail?: string }

/** An axis. If its kind is `category`, its ticks are rows, and their values are row numbers from the top. */
export type Scale = {
  readonly kind: 'linear' | 'logarithmic' | 'category'
  /** The quantity with its unit, such as "ingress, wire MB/s". */
  readonly title: string
  readonly format: ValueFormat
  readonly min: number
  readonly max: number
  readonly ticks: readonly Tick[]
}

/** A note on a value of the x axis, which is shown with the values under the pointer. */
export type PlaceNote = { readonly x: number; readonly text: string }

/**
 * A point of a line. If `y` is null, the line has a gap. If `isMarked` is false, the point has no shape, because the
 * table does not list it.
 */
export type Point = { readonly x: number; readonly y: number | null; readonly isMarked?: boolean }
/** The lower and upper end of a band at one x. */
type BandPoint = { readonly x: number; readonly low: number; readonly high: number }
/** A measured point with its 95 % interval. */
export type IntervalPoint = {
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
  /** Label in the plot, such as "steady mean 99.1 MB/s"; empty if the legend names the series. */
  readonly text: string
}
/** How full a limit is: within its target, between target and limit, or over the limit. It alone decides a bar's colour. */
export type FillLevel = 'within' | 'above-target' | 'over'
/** A horizontal bar: its row from the top, its length, and the text at its end. */
export type Bar = {
  readonly row: number
  readonly value: number
  /** Left out: a part of stacked bars, which has the colour of its series. */
  readonly level?: FillLevel
  /** True if the text of the bar is bold. */
  readonly isBinding: boolean
  readonly text: string
  /** Where the bar begins, if it is stacked on others of its row. Left out: at 0. */
  readonly from?: number
}

/** The values of one quantity, and the mark with which they are drawn. */
export type Series =
  | { readonly kind: 'band'; readonly id: string; readonly label: string; readonly points: readonly BandPoint[] }
  | {
      readonly kind: 'line'
      readonly id: string
      readonly label: string
      readonly mark: Mark
      readonly points: readonly Point[]
    }
  /** Many lines with one legend entry. They may be so long that painters draw them at a level of detail. */
  | {
      readonly kind: 'lines'
      readonly id: string
      readonly label: string
      readonly mark: Mark
      readonly lines: readonly LineColumns[]
    }
  | {
      readonly kind: 'intervals'
      readonly id: string
      readonly label: string
      readonly mark: Mark
      readonly points: readonly IntervalPoint[]
    }
  | {
      readonly kind: 'bars'
      readonly id: string
      readonly label: string
      readonly bars: readonly Bar[]
      /** Position of the series among those that are stacked; decides its colour. Left out: not stacked. */
      readonly part?: number
    }

/** Something that is drawn in addition to the series. */
export type Annotation =
  /** A labelled line at a limit. The binding limit has a heavier line. `detail` is a second line of text. */
  | {
      readonly kind: 'limit'
      readonly axis: 'x' | 'y'
      readonly value: number
      readonly label: string
      readonly detail?: string
      readonly isBinding: boolean
    }
  /** A labelled dashed line at a value, such as 80 % of a capacity. */
  | { readonly kind: 'tick'; readonly axis: 'x' | 'y'; readonly value: number; readonly label: string }
  /** A shaded section of the x axis, such as the steady window. */
  | { readonly kind: 'shade'; readonly from: number; readonly to: number; readonly label: string }

/** A column of the data table. */
type TableColumn = { readonly id: string; readonly label: string; readonly format: ValueFormat }
/** A cell of the data table; null if there is no value. */
export type TableCell = string | number | null

/** The values of the series as a table. */
export type DataTable = {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly TableCell[])[]
}

/** The description of a chart. */
export type ChartDescription = {
  readonly kind:
    | 'utilisation'
    | 'timeline'
    | 'latency'
    | 'overlay'
    | 'what-if'
    | 'campaign'
    | 'backtest'
    | 'forecast'
    | 'costs'
  readonly title: string
  /** The chart in words with its main numbers, for people who cannot see it. */
  readonly textAlternative: string
  readonly x: Scale
  readonly y: Scale
  readonly series: readonly Series[]
  readonly annotations: readonly Annotation[]
  /** True if a chart above or below this one may have names of limits at its right. Both then leave room for them. */
  readonly isBesideLimits?: boolean
  /** Notes on values of the x axis. If they are left out, only values are shown at the pointer. */
  readonly notes?: readonly PlaceNote[]
  readonly table: DataTable
}
