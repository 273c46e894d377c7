/**
 * Chooses the residual of a model, which is half the relative width of its band, from the model's errors on figures to
 * which the model was not fitted.
 */
import type { BacktestedPoint } from '../contracts/backtest.ts'
import type { Offering } from '../contracts/offering.ts'
import { type LawResidual, lawBandsOf } from './compute-law-bands.ts'

/** Share of the figures that the band must contain. */
const targetCoverage = 0.85

/** The residual is chosen from held-out figures that had been seen if there are at least this many. */
const minHeldOutFigures = 10

/** The errors of a backtested point. */
type PointErrors = Pick<BacktestedPoint, 'error' | 'leaveOneOutError' | 'heldOut' | 'counted'>

/**
 * The smallest r for which predicted x (1 ± r) contains 85 % of the counted figures. It is the value of the model's
 * parameter `residual`. Null if there are no figures.
 *
 * r is chosen from the held-out figures that had been seen, if there are at least ten. Otherwise it is chosen from the fitted
 * figures, each predicted by a fit without it. Figures that nobody had seen judge the band, and never choose it.
 */
export function residualOf(points: readonly PointErrors[]): number | null {
  const heldOut = points.flatMap((point) => (point.counted && point.heldOut === 'seen' ? [point.error] : []))
  const errors = heldOut.length >= minHeldOutFigures ? heldOut : points.map(({ leaveOneOutError }) => leaveOneOutError)
  // Errors are relative to the measured value, and the half width is relative to the prediction.
  const neededHalfWidths = errors.flatMap((error) => (error === null ? [] : Math.abs(1 / (1 + error) - 1)))
  const sorted = neededHalfWidths.sort((one, other) => one - other)
  return sorted[Math.ceil(targetCoverage * sorted.length) - 1] ?? null
}

/**
 * The model with bands that are made from other figures: bands by law if the model has these, else a new residual. Null
 * if there are no figures.
 */
export function withOtherBands(
  model: Offering,
  others: { readonly points: readonly PointErrors[]; readonly residuals: readonly LawResidual[] },
): Offering | null {
  if (model.model === 'broker-hardware' && model.hardware.lawBands !== undefined) {
    const lawBands = lawBandsOf(others.residuals)
    return lawBands === null ? null : { ...model, hardware: { ...model.hardware, lawBands } }
  }
  const residual = residualOf(others.points)
  return residual === null ? null : withResidual(model, residual)
}

/** The model with another residual; null if the model has no such parameter. */
export function withResidual(model: Offering, value: number): Offering | null {
  if (model.model === 'broker-hardware') {
    const { parameters } = model.hardware
    if (parameters.residual === undefined) return null
    const residual = { ...parameters.residual, value }
    return { ...model, hardware: { ...model.hardware, parameters: { ...parameters, residual } } }
  }
  if (model.model !== 'measured-table') return null
  return { ...model, table: { ...model.table, residual: { ...model.table.residual, value } } }
}
