/** Height per row of a chart with up to seven rows. */
const rowRem = 2.6
/** Minimum height per row, because labels have two lines. */
const minRowRem = 2.05
/** Height of all rows together while further rows move closer together. */
const sharedRowsRem = 18
const axisRem = 3.25

/** Height in rem of a chart whose y axis has this many rows. */
export function rowChartRem(rows: number): number {
  return Math.min(rows * rowRem, Math.max(sharedRowsRem, rows * minRowRem)) + axisRem
}
