/**
 * How long a recommendation holds while the load grows, and what is recommended for the load after its growth. Pure.
 */
import { scaleScenario } from '../capacity/scale-scenario.ts'
import { acceptedSize } from '../capacity/size-answers.ts'
import { situationOf } from '../capacity/solve.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { type Recommendation, recommendScenario } from './recommended-scenario.ts'

/** Growth of all rates per year, as a ratio, and the years to plan for. */
export type GrowthOfLoad = { readonly growthPerYear: number; readonly years: number }

/** A recommendation for today's load, and how growth affects it. */
export type GrownRecommendation = {
  /** Whole days of growth until a limit of the recommended scenario passes the target; null if that takes ten years. */
  readonly holdsForDays: number | null
  /** The load after the growth. */
  readonly scenario: Scenario
  /** What that load needs; null if the recommendation for today's load still holds then. */
  readonly after: Recommendation | null
}

const daysPerYear = 365.25
const maxDays = Math.floor(10 * daysPerYear)

/**
 * Follows a recommendation over the growth. Null if there is no size to follow. Partitions, clients and connections do
 * not grow.
 */
export function growRecommendation(
  { scenario: recommended, smallest, targetUtilisation }: Recommendation,
  { scenario, offering, growth }: { scenario: Scenario; offering: Offering; growth: GrowthOfLoad },
): GrownRecommendation | null {
  if (smallest === null) return null
  const factorAfter = (days: number) => (1 + growth.growthPerYear) ** (days / daysPerYear)
  const isEnoughAfter = (days: number) => {
    const grown = scaleScenario(recommended, factorAfter(days))
    const needed = acceptedSize(grown, situationOf(grown, offering), targetUtilisation)
    return needed !== null && needed.size <= smallest.size
  }
  const days = lastDay(isEnoughAfter)
  const grown = scaleScenario(scenario, factorAfter(growth.years * daysPerYear))
  const holds = days === null || days >= Math.floor(growth.years * daysPerYear)
  return {
    holdsForDays: days,
    scenario: grown,
    after: holds ? null : recommendScenario(grown, offering, { targetUtilisation }),
  }
}

/** The last day on which the size is enough, by bisection: a larger load never makes it enough again. Null after ten years. */
function lastDay(isEnoughAfter: (days: number) => boolean): number | null {
  if (isEnoughAfter(maxDays)) return null
  let [enough, tooFew] = [0, maxDays]
  while (tooFew - enough > 1) {
    const middle = Math.floor((enough + tooFew) / 2)
    if (isEnoughAfter(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}
