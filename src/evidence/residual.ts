/**
 * Half the width of a model's band: the spread of what it predicts for figures that were left out of its fit.
 */
import type { BacktestedPoint } from '../contracts/backtest.ts'

/** Share of the left-out figures that the band is to hold. */
const wantedCoverage = 0.85

/**
 * The smallest r for which predicted x (1 ± r) holds 85 % of the counted figures, each predicted without itself; null
 * without any. The parameter `residual` of a model is this number.
 */
export function residualOf(points: readonly Pick<BacktestedPoint, 'leaveOneOutError'>[]): number | null {
  const reaches = points.flatMap(({ leaveOneOutError: error }) => (error === null ? [] : Math.abs(1 / (1 + error) - 1)))
  const sorted = reaches.sort((one, other) => one - other)
  return sorted[Math.ceil(wantedCoverage * sorted.length) - 1] ?? null
}
