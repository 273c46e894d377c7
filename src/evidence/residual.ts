/**
 * Half the width of a model's band: the spread of what it predicts for figures that its fit did not read.
 */
import type { BacktestedPoint } from '../contracts/backtest.ts'
import type { Offering } from '../contracts/offering.ts'

/** Share of such figures that the band is to hold. */
const wantedCoverage = 0.85

/** Fewest held-out figures that tell how well a cluster is predicted that the model has never met. */
const fewestHeldOut = 10

/** What of a point tells the residual. */
type Told = Pick<BacktestedPoint, 'error' | 'leaveOneOutError' | 'heldOut' | 'counted'>

/**
 * The smallest r for which predicted x (1 ± r) holds 85 % of the counted figures: of those of other clusters, held out of
 * every fit, where there are ten; else of the fitted ones, each predicted without itself. Null without any. The parameter
 * `residual` of a model is this number.
 */
export function residualOf(points: readonly Told[]): number | null {
  const heldOut = points.flatMap((point) => (point.counted && point.heldOut !== null ? [point.error] : []))
  const errors = heldOut.length >= fewestHeldOut ? heldOut : points.map(({ leaveOneOutError }) => leaveOneOutError)
  const reaches = errors.flatMap((error) => (error === null ? [] : Math.abs(1 / (1 + error) - 1)))
  const sorted = reaches.sort((one, other) => one - other)
  return sorted[Math.ceil(wantedCoverage * sorted.length) - 1] ?? null
}

/** A model with another residual; null where its band has none. */
export function withResidual(model: Offering, value: number): Offering | null {
  if (model.model === 'broker-hardware') {
    const { parameters } = model.hardware
    const residual = { ...parameters.residual, value }
    return { ...model, hardware: { ...model.hardware, parameters: { ...parameters, residual } } }
  }
  if (model.model !== 'measured-table') return null
  return { ...model, table: { ...model.table, residual: { ...model.table.residual, value } } }
}
