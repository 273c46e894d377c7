/**
 * How fast a machine is that rows of a benchmark were run on flat out, and how well the model's shape holds on it.
 */

/** A row as it was measured, and what the model makes of it on this machine. */
export interface MachineRow {
  readonly id: string
  /** Records a second, mean of its runs. */
  readonly measuredPerSec: number
  /** (highest run - lowest run) / mean; null with one run. */
  readonly relativeSpread: number | null
  /** True where it ran flat out and found a limit: a load that was met says nothing of how fast a machine is. */
  readonly isLimit: boolean
  /** Records a second that are predicted at most on processors so many times as fast as the model's. Rises with them. */
  readonly takenAt: (speed: number) => number
}

/** A row on the fitted machine. */
export interface FittedRow {
  /** Records a second that are predicted at most, at the speed of all rows. */
  readonly takenPerSec: number
  /** How far it lies from its prediction at the speed of the other rows; null where it is not judged. */
  readonly judged: { readonly error: number; readonly tolerance: number } | null
}

/** The one number of the fit, and what follows from it for each row. */
export interface MachineFit {
  /** Times as fast as the processors of the model. */
  readonly speed: number
  readonly rows: ReadonlyMap<string, FittedRow>
}

/** Least tolerance; a row whose runs differ has twice their spread where that is more. */
const leastTolerance = 0.15

/** Runs of one row that differ by more are too noisy to be fitted. */
export const noisySpread = 0.25

/** Speeds between which a row's rate is taken to be straight, both as logarithms: half octaves from 1/32 to 32. */
const speedLogs = Array.from({ length: 21 }, (_, index) => ((index - 10) / 2) * Math.LN2)

/**
 * The speed at which predictions meet what was measured, in the geometric mean of the rows: one number, so that nothing
 * but the shape is left to be judged. Each row is judged at the speed of the others.
 *
 * Rows that are too noisy or no limit are predicted, and neither fitted nor judged. @returns null without two sound rows
 */
export function fitMachine(rows: readonly MachineRow[]): MachineFit | null {
  const sound = rows.filter(
    ({ isLimit, measuredPerSec, relativeSpread, takenAt }) =>
      isLimit && measuredPerSec > 0 && (relativeSpread ?? 0) <= noisySpread && takenAt(1) > 0,
  )
  if (sound.length < 2) return null
  const curves = new Map(sound.map((row) => [row, errorCurve(row)]))
  const speedOf = (some: readonly MachineRow[]) => speedWithoutError(some.flatMap((row) => [curves.get(row) ?? []]))
  const speed = speedOf(sound)
  const judgedOf = (row: MachineRow): FittedRow['judged'] => {
    if (!sound.includes(row)) return null
    const predicted = row.takenAt(speedOf(sound.filter((other) => other !== row)))
    const tolerance = Math.max(leastTolerance, 2 * (row.relativeSpread ?? 0))
    return { error: row.measuredPerSec / predicted - 1, tolerance }
  }
  const fitted = rows.map((row): [string, FittedRow] => [
    row.id,
    { takenPerSec: row.takenAt(speed), judged: judgedOf(row) },
  ])
  return { speed, rows: new Map(fitted) }
}

/** ln(predicted / measured) at each of the speeds. */
function errorCurve({ measuredPerSec, takenAt }: MachineRow): number[] {
  return speedLogs.map((log) => Math.log(Math.max(takenAt(Math.exp(log)), Number.MIN_VALUE) / measuredPerSec))
}

/** Where the mean of the curves passes zero; the end of the speeds where it does not. */
function speedWithoutError(curves: readonly (readonly number[])[]): number {
  const means = speedLogs.map((_, at) => curves.reduce((sum, curve) => sum + (curve[at] ?? 0), 0) / curves.length)
  const above = means.findIndex((mean) => mean >= 0)
  const [last = 0] = speedLogs.slice(-1)
  if (above === -1) return Math.exp(last)
  const [from = 0, to = 0] = [means[above - 1], means[above]]
  const [low = 0, high = 0] = [speedLogs[Math.max(0, above - 1)], speedLogs[above]]
  return Math.exp(above === 0 || to === from ? high : low + ((high - low) * -from) / (to - from))
}
