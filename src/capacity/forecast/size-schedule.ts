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

/** The smallest size of a day; null if none suffices. */
type Need = Prediction['smallest']

/** The days of a forecast, in pieces in which the growth has one direction, and the highest utilisation that sizes may have. */
export type SizeSearch = { readonly pieces: readonly Piece[]; readonly target: number }

/**
 * The needed sizes: one entry for each day on which the size of the likely growth changes, in order.
 *
 * If the load only grows or only shrinks within a piece, so does the size, and the ends of the pieces are enough to find the
 * days between them. If rules of both directions overlap, every day is solved. A chance of 10 % that a size is needed by a
 * day is the growth of the share 0.9.
 */
export function sizeSchedule(outlook: Outlook, { pieces, target }: SizeSearch): ForecastSize[] {
  const needOn = cachedNeeds(outlook, target)
  const likely = (day: number) => needOn(day, 0.5)
  const isMixed = directionOf(outlook.growth, [0.5]) === 'mixed'
  const days = isMixed ? pieces.flatMap(everyDay) : pieces.flatMap(({ first, last }) => [first, last])
  let largest = 0
  return changesOver(days, likely, (one, other) => one?.size === other?.size).map(({ day, value }) => {
    const size = value?.size ?? Number.POSITIVE_INFINITY
    const isLarger = size > largest
    largest = Math.max(largest, size)
    const neededAtQuantile = (share: number) =>
      firstDay(pieces, directionOf(outlook.growth, [share]), (at) => sizeOf(needOn(at, share)) >= size)
    const early = isLarger ? neededAtQuantile(1 - earlyChance) : null
    const late = isLarger ? neededAtQuantile(1 - lateChance) : null
    return {
      from: formatDay(day),
      size: value?.size ?? null,
      dimension: value?.dimension ?? null,
      early: early === null ? null : formatDay(early),
      late: late === null ? null : formatDay(late),
      ...(value === null ? whyNone(outlook, day, target) : { blockers: [], refusals: [] }),
    }
  })
}

/**
 * The limits above the target at the largest size, or else the reasons why every size is refused. One reason is an offering
 * that publishes no rate.
 */
function whyNone(
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

function sizeOf(need: Need): number {
  return need?.size ?? Number.POSITIVE_INFINITY
}

function everyDay({ first, last }: Piece): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The smallest size of a day at a share of the growth's distribution (0.5 is the likely growth). Solving is expensive. */
function cachedNeeds(outlook: Outlook, target: number): (day: number, share: number) => Need {
  const known = new Map<string, Need>()
  return (day, share) => {
    const key = `${day}:${share}`
    const found = known.get(key)
    if (found !== undefined) return found
    const scenario = outlook.scenarioOn(day, share)
    const need = acceptedSize(scenario, situationOf(scenario, outlook.offering), target)
    known.set(key, need)
    return need
  }
}
