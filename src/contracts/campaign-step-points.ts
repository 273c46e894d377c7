/**
 * The steps of a campaign as points of its chart. Rates are in the unit of the chart's figure.
 */
import type { Band, Interval } from './primitives.ts'

/** A point of the predicted curve. */
export interface PredictedStep {
  readonly x: number
  readonly offered: number
  readonly expected: Band
}

/** A measured step. */
export interface MeasuredStep extends PredictedStep {
  readonly label: string
  readonly runs: number
  readonly measured: Interval
}

/** A published figure. */
export interface PublishedStep {
  readonly x: number
  readonly value: number
}
