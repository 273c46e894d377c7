/**
 * What a machine is to a deployment: one factor on all that was predicted, and how well the shape of the prediction holds
 * beside it.
 */

/** A row as it was predicted and measured, both in the same unit. */
export interface MeasuredRow {
  readonly id: string
  readonly predicted: number
  readonly measured: number
  /** (highest run - lowest run) / mean; null with one run. */
  readonly relativeSpread: number | null
}

/** The factor of all sound rows, and how far each row lies from its prediction times the factor of the others. */
export interface MachineFit {
  readonly factor: number
  readonly shapes: ReadonlyMap<string, { readonly error: number; readonly tolerance: number }>
}

/** Least tolerance on a shape; a row whose runs differ has twice their spread where that is more. */
const leastTolerance = 0.15

/** Runs of one row that differ by more are too noisy to be fitted. */
export const noisySpread = 0.25

/**
 * The geometric mean of measured / predicted: one parameter, so that nothing but the shape is left to be judged.
 *
 * Each row is judged by the factor of the others (left out of its own fit). Rows that are too noisy are neither fitted nor
 * judged. @returns null with fewer than two sound rows
 */
export function fitMachine(rows: readonly MeasuredRow[]): MachineFit | null {
  const sound = rows.filter(
    ({ predicted, measured, relativeSpread }) => predicted > 0 && measured > 0 && (relativeSpread ?? 0) <= noisySpread,
  )
  if (sound.length < 2) return null
  const logs = sound.map(({ predicted, measured }) => Math.log(measured / predicted))
  const sum = logs.reduce((total, each) => total + each, 0)
  const shapes = new Map(
    sound.map(({ id, relativeSpread }, index) => {
      const own = logs[index] ?? 0
      const others = (sum - own) / (sound.length - 1)
      const tolerance = Math.max(leastTolerance, 2 * (relativeSpread ?? 0))
      return [id, { error: Math.exp(own - others) - 1, tolerance }]
    }),
  )
  return { factor: Math.exp(sum / sound.length), shapes }
}
