/**
 * What a deployment takes of a kind of workload, whatever of it is offered.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Band } from '../contracts/primitives.ts'
import { expectedFactors } from './band.ts'
import { expectedBands, type Solution } from './solve.ts'

/** A figure at the limit, above the offered load too; what a run will show where nothing of the workload can be run. */
export function limitBand(solution: Solution, figure: FigureName): Band {
  if (solution.headroom.factor === 0) return expectedBands(solution)[figure]
  const factors = expectedFactors(solution)
  const at = (factor: number) => solution.trafficAt(factor).figures[figure]
  return { low: at(factors.low), likely: at(factors.likely), high: at(factors.high) }
}
