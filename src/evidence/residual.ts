/**
 * The residual of a model: half the width of its band, chosen from its errors on figures that it was not fitted to.
 */
import type { BacktestedPoint } from '../contracts/backtest.ts'
import type { Offering } from '../contracts/offering.ts'
import { type LawResidual, lawBandsOf } from './law-bands.ts'

/** Share of those figures that must lie in the band. */
const targetCoverage = 0.85

/** The residual is chosen from held-out figures that were looked at if there are at least this many. */
const minHeldOutFigures = 10

/** The errors of a backtested point. */
type PointErrors = Pick<BacktestedPoint, 'error' | 'leaveOneOutError' | 'heldOut' | 'counted'>

/**
 * The smallest r for which predicted x (1 ± r) contains 85 % of the counted figures. These are the figures held out of
 * every fit (of other clusters) that were looked at, if there are ten; otherwise the fitted ones, each predicted without
 * itself. Unseen figures judge the band and never choose its width. Null if there are none. The model's parameter
 * `residual` is this number.
 */
export function residualOf(points: readonly PointErrors[]): number | null {
  const heldOut = points.flatMap((point) => (point.counted && point.heldOut === 'seen' ? [point.error] : []))
  const errors = heldOut.length >= minHeldOutFigures ? heldOut : points.map(({ leaveOneOutError }) => leaveOneOutError)
  // An error is predicted / measured - 1; the half width is a share of the prediction, so |measured / predicted - 1|.
  const neededHalfWidths = errors.flatMap((error) => (error === null ? [] : Math.abs(1 / (1 + error) - 1)))
  const sorted = neededHalfWidths.sort((one, other) => one - other)
  return sorted[Math.ceil(targetCoverage * sorted.length) - 1] ?? null
}

/** The model with bands made from other figures: by law if it has such bands, else of another width. Null without figures. */
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
