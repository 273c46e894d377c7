/**
 * A chart as a value: what it shows, with which marks, on which scales, and the same in words and in a table.
 *
 * Painters (Chart.js in the window, `paintSvg` in reports) only draw; what is said is decided here. Values are in base
 * units (bytes/s, seconds, microseconds, ratios); ticks carry their text.
 */
import type { LineColumns } from './line-columns.ts'
import type { ValueFormat } from './value-format.ts'

/** The marks of the one visual language: the same in window, report and documentation. */
export type Mark =
  | 'predicted-band'
  | 'predicted-likely'
  | 'predicted-read'
  | 'measured'
  | 'measured-mean'
  | 'offered'
  | 'one-of-many'
  | 'working-point'
  | 'published'
  | 'left-out'
  | 'utilisation'
  | 'binding-utilisation'
  | 'latency-service'
  | 'latency-response'
  | 'latency-schedule-delay'
  | 'latency-end-to-end'

/** A tick of an axis with its label. `detail` is a second, quieter line. */
export type Tick = { readonly value: number; readonly label: string; readonly detail?: string }

/** One axis. `category`: ticks are rows, their values the row numbers from the top. */
export type Scale = {
  readonly kind: 'linear' | 'logarithmic' | 'category'
  /** What the axis shows, with its unit: "ingress, wire MB/s". */
  readonly title: string
  readonly format: ValueFormat
  readonly min: number
  readonly max: number
  readonly ticks: readonly Tick[]
}

/** What is said of a place of the x axis beside its values: the pointer shows it. */
export type PlaceNote = { readonly x: number; readonly text: string }

/** A point; `y: null` is a gap. `isMarked: false` leaves out the mark's shape, as between the points of a table. */
export type Point = { readonly x: number; readonly y: number | null; readonly isMarked?: boolean }
/** Lower and upper end of a band at one x. */
type BandPoint = { readonly x: number; readonly low: number; readonly high: number }
/** A measured point with its 95 % interval. */
export type IntervalPoint = {
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
  /** Label beside the series: "steady mean 99.1 MB/s"; empty if the legend names it. */
  readonly text: string
}
/** One horizontal bar: its row from the top and its length. */
export type Bar = { readonly row: number; readonly value: number; readonly isBinding: boolean; readonly text: string }

/** Values of one thing, with the mark that they are drawn with. */
export type Series =
  | { readonly kind: 'band'; readonly id: string; readonly label: string; readonly points: readonly BandPoint[] }
  | {
      readonly kind: 'line'
      readonly id: string
      readonly label: string
      readonly mark: Mark
      readonly points: readonly Point[]
    }
  /** Many equal lines with one legend entry. They are so long that they are drawn by levels of detail. */
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
  | { readonly kind: 'bars'; readonly id: string; readonly label: string; readonly bars: readonly Bar[] }

/** What is drawn around the series. */
export type Annotation =
  /** A labelled limit; the binding one is heavier. `detail` is a second line. */
  | {
      readonly kind: 'limit'
      readonly axis: 'x' | 'y'
      readonly value: number
      readonly label: string
      readonly detail?: string
      readonly isBinding: boolean
    }
  /** A value not to exceed, such as 80 % of a capacity. */
  | { readonly kind: 'tick'; readonly axis: 'x' | 'y'; readonly value: number; readonly label: string }
  /** A stretch of the x axis, such as the steady window. */
  | { readonly kind: 'shade'; readonly from: number; readonly to: number; readonly label: string }

/** A column of the data table. */
type TableColumn = { readonly id: string; readonly label: string; readonly format: ValueFormat }
export type TableCell = string | number | null

/** The values of the series as a table. */
export type DataTable = {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly TableCell[])[]
}

/** A chart. */
export type ChartDescription = {
  readonly kind: 'utilisation' | 'timeline' | 'latency' | 'overlay' | 'what-if' | 'campaign' | 'backtest'
  readonly title: string
  /** The chart in one sentence with its numbers, for those who do not see it. */
  readonly textAlternative: string
  readonly x: Scale
  readonly y: Scale
  readonly series: readonly Series[]
  readonly annotations: readonly Annotation[]
  /** True if charts below or above it have names of limits at the right: its plot then has the same width. */
  readonly isBesideLimits?: boolean
  /** Left out: the pointer shows values alone. */
  readonly notes?: readonly PlaceNote[]
  readonly table: DataTable
}
