/**
 * The band of the limit: what a deployment can carry of this mix of traffic, however much is offered.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Band } from '../contracts/primitives.ts'
import { expectedFactors, readAt } from './band.ts'
import { expectedBands, type Solution } from './solve.ts'

/** The band of a figure at the limit, which may lie above the offered load; the expected band if the headroom is 0. */
export function limitBand(solution: Solution, figure: FigureName): Band {
  if (solution.headroom.factor === 0) return expectedBands(solution)[figure]
  const { situation, waitingAt } = solution
  const factors = expectedFactors(solution)
  // Clients wait at the limit, wherever in the band the limit lies.
  const at = (end: keyof Band) =>
    figure === 'egressWireBytesPerSec' || figure === 'egressPayloadBytesPerSec'
      ? readAt(situation, waitingAt, { ...factors, end })[figure]
      : waitingAt(factors.writing[end]).figures[figure]
  return { low: at('low'), likely: at('likely'), high: at('high') }
}
