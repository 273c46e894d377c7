/**
 * The sizes that a growing load needs, each with its first day.
 */
import type { ForecastSize } from '../../contracts/forecast.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { formatDay } from '../../units/calendar-day.ts'
import { noRateSentence, publishesNoRate } from '../limit-set.ts'
import { acceptedSize, type Blocker, blockersOf } from '../size-answers.ts'
import { situationOf } from '../solve.ts'
import type { Outlook } from './day-outlook.ts'
import { changesOver, firstDay } from './first-day.ts'
import { directionOf, type Piece } from './grown-scenario.ts'
import { earlyChance, lateChance } from './limit-days.ts'

/** The smallest size that is enough for the load of a day; null if none is. */
type SmallestSize = Prediction['smallest']

/** The days of a forecast, in pieces in which the growth has one direction, and the highest utilisation of a size that is enough. */
export type SizeSearch = { readonly pieces: readonly Piece[]; readonly target: number }

/**
 * The needed sizes: one entry for each day on which the size of the likely growth changes, in order.
 *
 * If the load only grows or only shrinks within a piece, so does the size, and the ends of the pieces are enough to find the
 * days between them. If rules of both directions overlap, every day is solved. Growth is a distribution: the early day, by
 * which a size is needed with a chance of 10 %, follows from its quantile 0.9.
 */
export function sizeSchedule(outlook: Outlook, { pieces, target }: SizeSearch): ForecastSize[] {
  const smallestOn = cachedSmallestSizes(outlook, target)
  const likelySmallest = (day: number) => smallestOn(day, 0.5)
  const isMixed = directionOf(outlook.growth, [0.5]) === 'mixed'
  const days = isMixed ? pieces.flatMap(everyDay) : pieces.flatMap(({ first, last }) => [first, last])
  let largest = 0
  return changesOver(days, likelySmallest, (one, other) => one?.size === other?.size).map(({ day, value }) => {
    const size = value?.size ?? Number.POSITIVE_INFINITY
    const isLarger = size > largest
    largest = Math.max(largest, size)
    const firstNeededDay = (quantile: number) =>
      firstDay(pieces, directionOf(outlook.growth, [quantile]), (at) => sizeOf(smallestOn(at, quantile)) >= size)
    const early = isLarger ? firstNeededDay(1 - earlyChance) : null
    const late = isLarger ? firstNeededDay(1 - lateChance) : null
    return {
      from: formatDay(day),
      size: value?.size ?? null,
      dimension: value?.dimension ?? null,
      early: early === null ? null : formatDay(early),
      late: late === null ? null : formatDay(late),
      ...(value === null ? whyNoneIsEnough(outlook, day, target) : { blockers: [], refusals: [] }),
    }
  })
}

/**
 * Why no size is enough: the limits above the target at the largest size. If there are none, the reasons why the deployment is
 * refused; one reason is that the offering publishes no rate.
 */
function whyNoneIsEnough(
  outlook: Outlook,
  day: number,
  target: number,
): Pick<ForecastSize, 'refusals'> & { blockers: Blocker[] } {
  const { offering } = outlook
  const { situation, refusals } = outlook.solutionOn(day)
  const { limits } = situation
  if (publishesNoRate(offering, limits)) return { blockers: [], refusals: [noRateSentence(offering, limits)] }
  const blockers = blockersOf(outlook.scenarioOn(day), offering, target)
  return { blockers, refusals: blockers.length === 0 ? [...refusals] : [] }
}

function sizeOf(smallest: SmallestSize): number {
  return smallest?.size ?? Number.POSITIVE_INFINITY
}

function everyDay({ first, last }: Piece): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * Returns a function that computes the smallest size of a day at a quantile of the growth (0.5 is the likely growth). It caches
 * its results, because solving is expensive.
 */
function cachedSmallestSizes(outlook: Outlook, target: number): (day: number, quantile: number) => SmallestSize {
  const known = new Map<string, SmallestSize>()
  return (day, quantile) => {
    const key = `${day}:${quantile}`
    const found = known.get(key)
    if (found !== undefined) return found
    const scenario = outlook.scenarioOn(day, quantile)
    const smallest = acceptedSize(scenario, situationOf(scenario, outlook.offering), target)
    known.set(key, smallest)
    return smallest
  }
}
