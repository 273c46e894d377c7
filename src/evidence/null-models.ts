/**
 * The power of the test that judges a benchmark's rows by the model, shown by the number of rows that two null models
 * would pass as well.
 */
import type { FittedRow } from './machine-fit.ts'

/** A judged row, with the rates from which the null models predict. */
export interface JudgedRow {
  /** Measured rate in records per second. */
  readonly measuredPerSec: number
  /** Rate predicted for the hosts of the benchmark's publication, in records per second. */
  readonly hostsPerSec: number
  readonly judged: NonNullable<FittedRow['judged']>
}

/** The number of judged rows, and the number of them that each model predicts within the row's tolerance. */
export interface Power {
  readonly judged: number
  readonly withinModel: number
  /** First null model: a row is predicted as the geometric mean of the other rows. */
  readonly withinNone: number
  /**
   * Second null model: the prediction for the publication's hosts times one factor that is fitted to the other rows.
   */
  readonly withinFactor: number
}

/** Counts the rows that each model predicts within tolerance. Every row is predicted from the other rows. */
export function powerOf(rows: readonly JudgedRow[]): Power {
  const within = (errorOf: (row: JudgedRow, others: readonly JudgedRow[]) => number) =>
    rows.filter((row) => {
      const others = rows.filter((other) => other !== row)
      return Math.abs(errorOf(row, others)) <= row.judged.tolerance
    }).length
  return {
    judged: rows.length,
    withinModel: within(({ judged }) => judged.error),
    withinNone: within(({ measuredPerSec }, others) => measuredPerSec / geometricMean(others, () => 1) - 1),
    withinFactor: within(({ measuredPerSec, hostsPerSec }, others) => {
      return measuredPerSec / (hostsPerSec * geometricMean(others, (other) => other.hostsPerSec)) - 1
    }),
  }
}

/** Geometric mean of measured / predicted. */
function geometricMean(rows: readonly JudgedRow[], predictedPerSec: (row: JudgedRow) => number): number {
  const logs = rows.map((row) => Math.log(row.measuredPerSec / predictedPerSec(row)))
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
}
