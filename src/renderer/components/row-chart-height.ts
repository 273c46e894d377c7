/** Height per row of a chart with up to six rows. */
const rowRem = 2.6
/** Height per row of a chart with nine or more rows. It is enough for labels of two lines. */
const minRowRem = 2
/** Height of all rows together of a chart with seven or eight rows. */
const sharedRowsRem = 18
/** Height of the x axis. */
const axisRem = 3.25
/** What the key to the colours needs beside the names above the bars. */
const keyRem = 0.25

/** Height in rem of a chart whose y axis has this many rows. */
export function rowChartRem(rows: number): number {
  return Math.min(rows * rowRem, Math.max(sharedRowsRem, rows * minRowRem)) + axisRem + keyRem
}
