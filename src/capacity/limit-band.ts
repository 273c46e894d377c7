/**
 * The band of the limit: what a deployment can carry of this mix of traffic, however much is offered.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Band } from '../contracts/primitives.ts'
import { expectedFactors } from './band.ts'
import { expectedBands, type Solution } from './solve.ts'

/** The band of a figure at the limit, which may lie above the offered load; the expected band if the headroom is 0. */
export function limitBand(solution: Solution, figure: FigureName): Band {
  if (solution.headroom.factor === 0) return expectedBands(solution)[figure]
  const { writing, reading } = expectedFactors(solution)
  const factors = figure === 'egressWireBytesPerSec' || figure === 'egressPayloadBytesPerSec' ? reading : writing
  // Clients wait at the limit, wherever in the band the limit lies.
  const at = (factor: number) => solution.waitingAt(factor).figures[figure]
  return { low: at(factors.low), likely: at(factors.likely), high: at(factors.high) }
}
