/**
 * The days on which a limit is full, and the band of its utilisation on a day.
 */
import type { ForecastDays } from '../../contracts/forecast.ts'
import { formatDay } from '../../units/calendar-day.ts'
import { chanceAt, isAtLikely, isAtWithChance, isDeclared, type Outlook } from './day-outlook.ts'
import { firstDay } from './first-day.ts'
import { directionOf, type Piece } from './grown-scenario.ts'

/** The chances of the early and the late day. */
export const earlyChance = 0.1
export const lateChance = 0.9

/** The lowest, the middle and the highest quantile of growth over which chances are averaged (day-outlook.ts). */
const averagedQuantiles = [0.025, 0.5, 0.975]

/** The days on which the utilisation of a limit reaches a threshold. */
export function daysAt(outlook: Outlook, pieces: readonly Piece[], id: string, threshold: number): ForecastDays {
  const { growth } = outlook
  const first = pieces[0]?.first ?? growth.from
  const withChance = (chance: number) => {
    const quantiles = isDeclared(outlook, id, first) ? [1 - chance] : averagedQuantiles
    return firstDay(pieces, directionOf(growth, quantiles), (day) =>
      isAtWithChance(outlook, id, threshold, { day, chance }),
    )
  }
  const likely = firstDay(pieces, directionOf(growth, [0.5]), (day) => isAtLikely(outlook, id, threshold, day))
  return enclosing(withChance(earlyChance), likely, withChance(lateChance))
}

/** The days in order: early is not after likely, and late not before it. Null: never. */
export function enclosing(early: number | null, likely: number | null, late: number | null): ForecastDays {
  const never = Number.POSITIVE_INFINITY
  const written = (day: number) => (day === never ? null : formatDay(day))
  const middle = likely ?? never
  return {
    early: written(Math.min(early ?? never, middle)),
    likely: written(middle),
    late: written(Math.max(late ?? never, middle)),
  }
}

/** Bisections in the search for an end of a band. The result is far more precise than any figure that is shown. */
const searchSteps = 40

/** The utilisation of a limit on a day: the value that it exceeds with a chance of 90 %, the likely one, and the one with 10 %. */
export function utilisationBand(outlook: Outlook, id: string, day: number) {
  const at = (share: number) => outlook.limitsOn(day, share).get(id)?.utilisation ?? 0
  const likely = at(0.5)
  if (isDeclared(outlook, id, day)) return { low: Math.min(likely, at(0.1)), likely, high: Math.max(likely, at(0.9)) }
  return {
    low: Math.min(likely, exceededWith(outlook, { id, day, likely }, lateChance)),
    likely,
    high: Math.max(likely, exceededWith(outlook, { id, day, likely }, earlyChance)),
  }
}

/** The utilisation that a limit of hosts exceeds with a chance. Searched from a thousandth to a thousand times the likely one. */
function exceededWith(
  outlook: Outlook,
  { id, day, likely }: { readonly id: string; readonly day: number; readonly likely: number },
  chance: number,
): number {
  if (likely === 0) return 0
  let [low, high] = [Math.log(likely / 1000), Math.log(likely * 1000)]
  for (let step = 0; step < searchSteps; step += 1) {
    const middle = (low + high) / 2
    if (chanceAt(outlook, id, Math.exp(middle), day) >= chance) low = middle
    else high = middle
  }
  return Math.exp(low)
}
