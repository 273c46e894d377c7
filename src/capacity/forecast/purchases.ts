/**
 * The sizes to buy: those that a growing load needs, without the ones that it outgrows within weeks.
 */
import {
  type ForecastPartitions,
  type ForecastPurchase,
  type ForecastSize,
  leastPurchaseDays,
} from '../../contracts/forecast.ts'
import type { GrowthRule } from '../../contracts/growth.ts'
import { checkedDay, formatDay } from '../../units/calendar-day.ts'
import { isOfPartition } from '../size-answers.ts'
import { type Growth, isInForce } from './grown-scenario.ts'

/** What purchases are made of: the needed sizes, the size that is there, and the growth until the last day. */
export type SizesNeeded = {
  readonly sizes: readonly ForecastSize[]
  readonly ownSize: number
  readonly partitions: readonly ForecastPartitions[]
  readonly growth: Growth
  readonly to: number
}

/**
 * The sizes to buy, in order. Each is enough for `leastPurchaseDays`, or until the next launch or the next beginning or end
 * of a season, or until no size is enough. A load that falls keeps its size for as long.
 *
 * As long as the scenario's own size is enough, nothing is bought ahead. Stopgaps are not bought ahead either.
 */
export function purchasesOf(needed: SizesNeeded): ForecastPurchase[] {
  const { sizes, growth, to } = needed
  const stopgaps = stopgapsOf(needed)
  const ends = endsOf(needed, stopgaps)
  const purchases: ForecastPurchase[] = []
  for (let day = growth.from; day <= to; ) {
    const inForce = inForceOn(sizes, day)
    const end = Math.min(day + leastPurchaseDays, ...ends.filter((each) => each > day), to + 1)
    const ahead = [inForce, ...sizes.filter(({ from }) => checkedDay(from) > day && checkedDay(from) < end)]
    const bought = ahead.reduce((largest, each) => (sizeOf(each) > sizeOf(largest) ? each : largest))
    const isOfThisDay = checkedDay(inForce.from) === day
    const { early, late } = isOfThisDay ? inForce : { early: null, late: null }
    purchases.push({ ...bought, from: formatDay(day), early, late, isStopgap: stopgaps.has(bought) })
    day = sizeOf(inForceOn(sizes, end)) === sizeOf(bought) ? nextChange(sizes, end, to) : end
  }
  return withoutRepeats(purchases)
}

function sizeOf({ size }: ForecastSize): number {
  return size ?? Number.POSITIVE_INFINITY
}

/** The size that is needed on a day. Sizes begin on the first day of the forecast. */
function inForceOn(sizes: readonly ForecastSize[], day: number): ForecastSize {
  const found = sizes.findLast(({ from }) => checkedDay(from) <= day) ?? sizes[0]
  if (found === undefined) throw new Error('A forecast has a size on its first day.')
  return found
}

function nextChange(sizes: readonly ForecastSize[], day: number, to: number): number {
  const next = sizes.find(({ from }) => checkedDay(from) > day)
  return next === undefined ? to + 1 : checkedDay(next.from)
}

/** The days across which nothing is bought ahead. */
function endsOf({ sizes, ownSize, growth: { rules } }: SizesNeeded, stopgaps: ReadonlySet<ForecastSize>): number[] {
  return sizes.flatMap((each, index) => {
    const day = checkedDay(each.from)
    const before = sizes[index - 1]
    const isByEvent = rules.some((rule) => isStepOn(rule, day))
    const isAroundNone = each.size === null || before?.size === null
    const isBeyondOwn = before !== undefined && sizeOf(before) <= ownSize && sizeOf(each) > ownSize
    return isByEvent || isAroundNone || isBeyondOwn || stopgaps.has(each) ? [day] : []
  })
}

/** True if a launch or a season changes the load on this day. */
function isStepOn(rule: GrowthRule, day: number): boolean {
  return (rule.kind === 'launch' || rule.kind === 'season') && isInForce(rule, day) !== isInForce(rule, day - 1)
}

/** A size beyond this multiple of what was needed `leastPurchaseDays` before no size is enough is a stopgap. */
const maxTimes = 2

/**
 * The sizes that are enough for some days only and are not worth buying. Each larger size carries a key that is about to outgrow its partition some days longer,
 * because its batches are fuller. Shortly before no size is enough, each day may need a far larger one.
 */
function stopgapsOf({ sizes, partitions }: SizesNeeded): ReadonlySet<ForecastSize> {
  const keyDays = partitions.flatMap(({ hotKeyFrom, beforeHot }) =>
    hotKeyFrom === null ? [] : (beforeHot?.until ?? []),
  )
  const ofKeys = sizes.filter(
    ({ from, dimension }) => dimension !== null && isOfPartition(dimension) && keyDays.some((day) => from >= day),
  )
  const beforeNone = sizes.flatMap((none, index) => {
    if (none.size !== null) return []
    const start = inForceOn(sizes, checkedDay(none.from) - leastPurchaseDays)
    const ahead = sizes.slice(sizes.indexOf(start) + 1, index)
    return ahead.filter((each) => sizeOf(each) > maxTimes * sizeOf(start))
  })
  return new Set([...ofKeys, ...beforeNone])
}

/** A window may end where its size goes on to be enough. */
function withoutRepeats(purchases: readonly ForecastPurchase[]): ForecastPurchase[] {
  return purchases.filter((each, index) => index === 0 || each.size !== purchases[index - 1]?.size)
}
