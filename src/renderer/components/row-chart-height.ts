/** Up to seven rows have air; more stand closer, never so close that the two lines of their labels touch. */
const rowRem = 2.6
const leastRowRem = 2.05
const airyRowsRem = 18
const axisRem = 3.25

/** Height of a chart whose y axis has that many rows. */
export function rowChartRem(rows: number): number {
  return Math.min(rows * rowRem, Math.max(airyRowsRem, rows * leastRowRem)) + axisRem
}
