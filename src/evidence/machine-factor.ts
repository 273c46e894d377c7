/**
 * What a machine is to a deployment: one factor on all that was predicted, and how well the shape of the prediction holds
 * beside it.
 */

/** A row as it was predicted and measured, both in the same unit. */
export interface MeasuredRow {
  readonly id: string
  /** What tells its deployment from others: size, tier, cloud, hosts. */
  readonly deployment: string
  readonly predicted: number
  readonly measured: number
  /** (highest run - lowest run) / mean; null with one run. */
  readonly relativeSpread: number | null
}

/**
 * The factor of the rows that can be judged, and how far each lies from its prediction times the factor of the others of its
 * deployment.
 */
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
 * Each row is judged by the factor of the others of its deployment (left out of its own fit): other plans and more brokers
 * are other hosts in the prediction and the same machine here. Rows that are too noisy, and rows that are alone with their
 * deployment, are neither fitted nor judged. @returns null where no deployment has two sound rows
 */
export function fitMachine(rows: readonly MeasuredRow[]): MachineFit | null {
  const sound = rows.filter(
    ({ predicted, measured, relativeSpread }) => predicted > 0 && measured > 0 && (relativeSpread ?? 0) <= noisySpread,
  )
  const deployments = new Set(sound.map(({ deployment }) => deployment))
  const groups = [...deployments]
    .map((deployment) => sound.filter((row) => row.deployment === deployment))
    .filter((group) => group.length >= 2)
  if (groups.length === 0) return null
  const shapes = new Map(
    groups.flatMap((group) =>
      group.map((row): [string, { error: number; tolerance: number }] => {
        const others = group.filter((other) => other !== row)
        const tolerance = Math.max(leastTolerance, 2 * (row.relativeSpread ?? 0))
        return [row.id, { error: row.measured / row.predicted / factorOf(others) - 1, tolerance }]
      }),
    ),
  )
  return { factor: factorOf(groups.flat()), shapes }
}

/** The geometric mean of measured / predicted. */
function factorOf(rows: readonly MeasuredRow[]): number {
  const logs = rows.map(({ predicted, measured }) => Math.log(measured / predicted))
  return Math.exp(logs.reduce((sum, each) => sum + each, 0) / logs.length)
}
