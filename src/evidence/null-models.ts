/**
 * What rows of a benchmark would pass by without the model that they are judged by: the power of that test.
 */
import type { FittedRow } from './machine-fit.ts'

/** A row that is judged, with what the null models know of it. */
export interface JudgedRow {
  /** Records a second. */
  readonly measuredPerSec: number
  /** Records a second that are predicted of the document's own hosts. */
  readonly hostsPerSec: number
  readonly judged: NonNullable<FittedRow['judged']>
}

/** Rows that were judged, and how many of them each model has within its tolerance. */
export interface Power {
  readonly judged: number
  readonly withinModel: number
  /** Without any model: a row is the geometric mean of the others. */
  readonly withinNone: number
  /** By the rejected law: one factor on what is predicted of the document's hosts, fitted to the others. */
  readonly withinFactor: number
}

/** The power of the test over some rows, each model judging every row by the others. */
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

/** Of what was measured / what a model makes of it. */
function geometricMean(rows: readonly JudgedRow[], predictedPerSec: (row: JudgedRow) => number): number {
  const logs = rows.map((row) => Math.log(row.measuredPerSec / predictedPerSec(row)))
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
}
