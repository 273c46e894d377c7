/**
 * The utilisation of each limit on a day, and the chance that it reaches a threshold: docs/decisions/forecast.md.
 */
import type { Offering } from '../../contracts/offering.ts'
import type { Constraint } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { filledBy } from '../chance-met.ts'
import { roleOf } from '../constraint-model.ts'
import { chanceOfConstraint } from '../law-chances.ts'
import { type Solution, solve } from '../solve.ts'
import { type Growth, grownScenario, isUncertain } from './grown-scenario.ts'

/** A limit at one load. */
export type LimitAt = Pick<Constraint, 'id' | 'dimension' | 'layer' | 'kind' | 'utilisation'> & {
  /** The chance that this limit allows hosts to carry this many times the load. Null: a declared limit. */
  readonly chanceToCarry: ((load: number) => number) | null
}

/** A scenario on an offering as its load grows. The limits of a day are computed once. */
export type Outlook = {
  readonly scenario: Scenario
  readonly offering: Offering
  readonly growth: Growth
  /** The scenario of a day; `share` is a percentile of growth, 0 to 1. */
  scenarioOn(day: number, share?: number): Scenario
  solutionOn(day: number, share?: number): Solution
  limitsOn(day: number, share?: number): ReadonlyMap<string, LimitAt>
}

/** Percentiles over which the chance of a law is averaged, if growth is uncertain. */
const shareCount = 20
const spreadShares = Array.from({ length: shareCount }, (_, index) => (index + 0.5) / shareCount)

/** Absorbs rounding if a limit is exactly at a threshold. */
const slack = 1e-9

/** The outlook of a scenario. Its answers are computed once per day and percentile. */
export function outlookOf(scenario: Scenario, offering: Offering, growth: Growth): Outlook {
  const isExact = !isUncertain(growth)
  const known = new Map<string, ReadonlyMap<string, LimitAt>>()
  const scenarioOn = (day: number, share = 0.5) => grownScenario(scenario, growth, day, isExact ? 0.5 : share)
  return {
    scenario,
    offering,
    growth,
    scenarioOn,
    solutionOn: (day, share) => solve(scenarioOn(day, share), offering),
    limitsOn(day, share = 0.5) {
      const key = `${day}:${isExact ? 0.5 : share}`
      const found = known.get(key) ?? limitsOf(solve(scenarioOn(day, share), offering))
      known.set(key, found)
      return found
    },
  }
}

function limitsOf(solution: Solution): ReadonlyMap<string, LimitAt> {
  const { models, demanded } = solution
  const filled = filledBy(solution) ?? { growing: [], factor: 1, traffic: demanded }
  const growing = new Map(filled.growing.map((model) => [model.id, model]))
  const shown = models.filter((model) => roleOf(model) !== 'wastes')
  return new Map(
    shown.map((model) => {
      const { id, dimension, layer, kind, capacity } = model
      const utilisation = model.demandAt(demanded) / capacity
      const grown = growing.get(id)
      const chanceToCarry = grown === undefined ? null : chanceOfConstraint(solution.situation, grown, filled)
      return [id, { id, dimension, layer, kind, utilisation, chanceToCarry }]
    }),
  )
}

/** True if a limit is at a threshold or above at likely growth. */
export function isAtLikely(outlook: Outlook, id: string, threshold: number, day: number): boolean {
  return isAt(outlook.limitsOn(day).get(id), threshold)
}

/** True if the chance that a limit is at a threshold or above is at least `chance`. */
export function isAtWithChance(
  outlook: Outlook,
  id: string,
  threshold: number,
  { day, chance }: { readonly day: number; readonly chance: number },
): boolean {
  // The utilisation of a declared limit rises with the percentile of growth, so one percentile decides.
  if (isDeclared(outlook, id, day)) return isAt(outlook.limitsOn(day, 1 - chance).get(id), threshold)
  return chanceAt(outlook, id, threshold, day) >= chance
}

/** True if the limit has no law. */
export function isDeclared(outlook: Outlook, id: string, day: number): boolean {
  const limit = outlook.limitsOn(day).get(id)
  return limit === undefined || limit.chanceToCarry === null
}

/** The chance that a limit is at a threshold or above: the chance by its law, averaged over percentiles of growth. */
export function chanceAt(outlook: Outlook, id: string, threshold: number, day: number): number {
  const shares = isUncertain(outlook.growth) ? spreadShares : [0.5]
  let sum = 0
  for (const share of shares) {
    const limit = outlook.limitsOn(day, share).get(id)
    const chance = limit?.chanceToCarry ?? null
    sum += chance === null ? Number(isAt(limit, threshold)) : 1 - chance(1 / threshold)
  }
  return sum / shares.length
}

function isAt(limit: LimitAt | undefined, threshold: number): boolean {
  return limit !== undefined && limit.utilisation >= threshold * (1 - slack)
}

/** The fullest limit at likely growth; null if there is none. */
export function fullestOn(outlook: Outlook, day: number): LimitAt | null {
  let fullest: LimitAt | null = null
  for (const limit of outlook.limitsOn(day).values()) {
    if (fullest === null || limit.utilisation > fullest.utilisation) fullest = limit
  }
  return fullest
}
