/**
 * Fits the speed of the machine that ran a benchmark, and judges how well the model predicts the differences between
 * the benchmark's rows at that speed.
 */

/** A measured row, and how its prediction depends on the machine's speed. */
export interface MachineRow {
  readonly id: string
  /** Measured rate in records per second, the mean of the row's runs. */
  readonly measuredPerSec: number
  /** (highest run - lowest run) / mean; null with one run. */
  readonly relativeSpread: number | null
  /** True if the row reached a limit. A row that met its offered load says nothing about the machine's speed. */
  readonly isLimit: boolean
  /** Predicted highest rate, in records per second, on processors `speed` times as fast as the model's. Increasing. */
  readonly predictedPerSecAt: (speed: number) => number
}

/** A row on the fitted machine. */
export interface FittedRow {
  /** Predicted highest rate at the speed fitted to all rows, in records per second. */
  readonly predictedPerSec: number
  /** Relative error of the measured rate against the prediction at the speed of the other rows; null if not judged. */
  readonly judged: { readonly error: number; readonly tolerance: number } | null
}

/** The fitted speed, and the result for each row. */
export interface MachineFit {
  /** Speed of the machine's processors, relative to those of the model. */
  readonly speed: number
  /** Results by the id of the row. */
  readonly rows: ReadonlyMap<string, FittedRow>
}

/** Minimum tolerance of a row. If twice the spread of the row's runs is more, that is the tolerance. */
const minTolerance = 0.15

/** Rows whose runs have a larger relative spread than this are too noisy to be fitted. */
export const noisySpread = 0.25

/**
 * Logarithms of the speeds at which rows are predicted: half octaves from 1/32 to 32. Values in between are
 * interpolated.
 */
const speedLogs = Array.from({ length: 21 }, (_, index) => ((index - 10) / 2) * Math.LN2)

/**
 * Fits the speed at which the geometric mean of predicted / measured over the rows is 1. Only this one number is
 * fitted, so that the differences between rows remain a test of the model. Each row is judged at the speed fitted to
 * the others.
 *
 * Rows that are too noisy or reached no limit are predicted, but neither fitted nor judged.
 * @returns null if fewer than two rows can be fitted
 */
export function fitMachine(rows: readonly MachineRow[]): MachineFit | null {
  const curves = rows.filter(isFittable).map((row) => ({ row, errors: errorCurve(row) }))
  if (curves.length < 2) return null
  const speed = speedWithoutError(curves)
  const judgedOf = (row: MachineRow): FittedRow['judged'] => {
    const others = curves.filter((other) => other.row !== row)
    if (others.length === curves.length) return null
    const predictedPerSec = row.predictedPerSecAt(speedWithoutError(others))
    const tolerance = Math.max(minTolerance, 2 * (row.relativeSpread ?? 0))
    return { error: row.measuredPerSec / predictedPerSec - 1, tolerance }
  }
  const fitted = rows.map((row): [string, FittedRow] => [
    row.id,
    { predictedPerSec: row.predictedPerSecAt(speed), judged: judgedOf(row) },
  ])
  return { speed, rows: new Map(fitted) }
}

function isFittable({ isLimit, measuredPerSec, relativeSpread, predictedPerSecAt }: MachineRow): boolean {
  return isLimit && measuredPerSec > 0 && (relativeSpread ?? 0) <= noisySpread && predictedPerSecAt(1) > 0
}

/** ln(predicted / measured) at each of the speeds. */
function errorCurve({ measuredPerSec, predictedPerSecAt }: MachineRow): number[] {
  return speedLogs.map((log) => Math.log(Math.max(predictedPerSecAt(Math.exp(log)), Number.MIN_VALUE) / measuredPerSec))
}

/** The speed at which the mean of the curves crosses zero; the lowest or highest speed if it does not cross. */
function speedWithoutError(curves: readonly { readonly errors: readonly number[] }[]): number {
  const means = speedLogs.map((_, at) => curves.reduce((sum, { errors }) => sum + (errors[at] ?? 0), 0) / curves.length)
  const above = means.findIndex((mean) => mean >= 0)
  // -1 means that no mean is above zero; `at(-1)` is then the highest speed.
  if (above <= 0) return Math.exp(speedLogs.at(above) ?? 0)
  const [from = 0, to = 0] = [means[above - 1], means[above]]
  const [low = 0, high = 0] = [speedLogs[above - 1], speedLogs[above]]
  return Math.exp(low + ((high - low) * -from) / (to - from))
}
