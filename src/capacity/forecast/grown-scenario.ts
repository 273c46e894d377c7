/**
 * The scenario on a day, with rates grown by rules.
 */
import { type GrowthRange, type GrowthRule, periodsPerYear } from '../../contracts/growth.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { Producer } from '../../contracts/workload.ts'
import { dayOf, parseDay, partsOf, yearsBetween } from '../../units/calendar-day.ts'
import { normalQuantile } from '../normal-law.ts'
import { scaleProducer } from '../scale-scenario.ts'

/** The rules, and the day on which the scenario's rates hold. */
export type Growth = { readonly rules: readonly GrowthRule[]; readonly from: number }

/** Rates stay between these multiples of the first day's rates, so that every figure stays finite. */
const minFactor = 1e-3
const maxFactor = 1e6

/**
 * The scenario on a day.
 *
 * @param share the percentile of growth, 0 to 1: 0.5 is the likely one
 */
export function grownScenario(scenario: Scenario, growth: Growth, day: number, share = 0.5): Scenario {
  const { producers } = scenario.workload
  const factors = growthFactors(producers, growth, day, share)
  const grown = producers.map((producer, index) => scaleProducer(producer, factors[index] ?? 1))
  return { ...scenario, workload: { ...scenario.workload, producers: grown } }
}

/** The factor on the rate of each producer on a day. */
export function growthFactors(
  producers: readonly Producer[],
  { rules, from }: Growth,
  day: number,
  share: number,
): number[] {
  const years = yearsBetween(from, day)
  return producers.map((producer) => {
    let [compound, added, steps] = [1, 0, 1]
    for (const rule of rules) {
      if (!concerns(rule, producer, rules)) continue
      if (rule.kind === 'compound') {
        compound *= (1 + growthAt(rule.perPeriod, share)) ** (years * periodsPerYear[rule.period])
      } else if (rule.kind === 'linear') {
        added += shareAdded(rule, producers, rules) * years * periodsPerYear[rule.period]
      } else if (isInForce(rule, day)) steps *= rule.factor
    }
    return Math.min(maxFactor, Math.max(minFactor, (compound + added) * steps))
  })
}

/** A trend of a producer replaces the trends of all producers; launches and seasons apply in addition. */
function concerns(rule: GrowthRule, { name }: Producer, rules: readonly GrowthRule[]): boolean {
  if (rule.producer !== undefined) return rule.producer === name
  return !isTrend(rule) || !rules.some((other) => isTrend(other) && other.producer === name)
}

function isTrend({ kind }: GrowthRule): boolean {
  return kind === 'compound' || kind === 'linear'
}

/** Growth at a percentile: two halves of normal distributions around the likely value. */
export function growthAt({ low, likely, high, coverage }: GrowthRange, share: number): number {
  if (share === 0.5 || low === high) return likely
  const deviations = normalQuantile(share) / normalQuantile((1 + coverage) / 2)
  const found = likely + deviations * (deviations < 0 ? likely - low : high - likely)
  // The normal distributions extend beyond the range, but growth of less than -100 % would make a rate negative.
  return Math.max(-0.99, found)
}

/** The amount that a linear rule adds per period, as a share of the rate of each producer that it applies to. */
function shareAdded(
  rule: Extract<GrowthRule, { kind: 'linear' }>,
  producers: readonly Producer[],
  rules: readonly GrowthRule[],
): number {
  if (rule.unit === 'ratio') return rule.amount
  let total = 0
  for (const producer of producers) {
    if (!concerns(rule, producer, rules)) continue
    const bytes = producer.recordKeyBytes + producer.recordValueBytes
    total += producer.peakRecordsPerSec * (rule.unit === 'records/s' ? 1 : bytes)
  }
  return total === 0 ? 0 : rule.amount / total
}

/** True if the factor of a launch or of a season applies on a day. */
export function isInForce(rule: Extract<GrowthRule, { kind: 'launch' | 'season' }>, day: number): boolean {
  if (rule.kind === 'launch') return day >= launchDay(rule)
  const { month, day: ofMonth } = partsOf(day)
  const at = `${String(month).padStart(2, '0')}-${String(ofMonth).padStart(2, '0')}`
  return rule.from <= rule.to ? rule.from <= at && at <= rule.to : rule.from <= at || at <= rule.to
}

/** The day of a launch. */
function launchDay({ from }: Extract<GrowthRule, { kind: 'launch' }>): number {
  const reading = parseDay(from)
  return reading.ok ? reading.value : Number.POSITIVE_INFINITY
}

/** Consecutive days without a launch, or a beginning or end of a season, between them: only trends change the rates. */
export type Piece = { readonly first: number; readonly last: number }

/** The pieces of a forecast, in order: they end where a launch or a season begins or ends. */
export function piecesOf({ rules, from }: Growth, to: number): Piece[] {
  const starts = new Set([from])
  for (const rule of rules) for (const day of changesOf(rule, from, to)) if (day > from && day <= to) starts.add(day)
  const sorted = [...starts].sort((one, other) => one - other)
  return sorted.map((first, index) => ({ first, last: (sorted[index + 1] ?? to + 1) - 1 }))
}

function changesOf(rule: GrowthRule, from: number, to: number): number[] {
  if (rule.kind === 'launch') return [launchDay(rule)]
  if (rule.kind !== 'season') return []
  const days: number[] = []
  const [fromMonth = 1, fromDay = 1] = rule.from.split('-').map(Number)
  const [toMonth = 1, toDay = 1] = rule.to.split('-').map(Number)
  for (let { year } = partsOf(from); year <= partsOf(to).year; year += 1) {
    // 29 February gives 1 March in most years. That is the day after the season already, so both days are added.
    days.push(dayOf(year, fromMonth, fromDay), dayOf(year, toMonth, toDay), dayOf(year, toMonth, toDay) + 1)
  }
  return days
}

/** What a launch or a season does on a day. A growing load is highest on the last day of a season. */
export type GrowthEvent = 'launch' | 'season begins' | 'last day of a season'

/** The events of launches and seasons by day, in order. An event on the first day of the forecast is left out. */
export function growthEvents({ rules, from }: Growth, to: number): ReadonlyMap<number, readonly GrowthEvent[]> {
  const pieces = piecesOf({ rules, from }, to)
  const days = [...new Set(pieces.flatMap(({ first, last }) => [first, last]))].filter((day) => day > from)
  const found = days.map((day) => [day, rules.flatMap((rule) => eventOn(rule, day))] as const)
  return new Map(found.filter(([, events]) => events.length > 0))
}

function eventOn(rule: GrowthRule, day: number): GrowthEvent[] {
  if (rule.kind === 'launch') return day === launchDay(rule) ? ['launch'] : []
  if (rule.kind !== 'season' || !isInForce(rule, day)) return []
  const begins: GrowthEvent[] = isInForce(rule, day - 1) ? [] : ['season begins']
  return isInForce(rule, day + 1) ? begins : [...begins, 'last day of a season']
}

/** How rates change inside a piece: all rise (or stay), all fall, or some rise while others fall. */
export type Direction = 'rising' | 'falling' | 'mixed'

/** The direction inside every piece, for growth at each of the given quantiles (0 to 1). */
export function directionOf({ rules }: Growth, shares: readonly number[]): Direction {
  const trends = rules.flatMap((rule) => {
    if (rule.kind === 'linear') return [rule.amount]
    return rule.kind === 'compound' ? shares.map((share) => growthAt(rule.perPeriod, share)) : []
  })
  if (trends.every((trend) => trend >= 0)) return 'rising'
  return trends.every((trend) => trend <= 0) ? 'falling' : 'mixed'
}

/** True if growth has an interval, so that its percentiles differ. */
export function isUncertain({ rules }: Pick<Growth, 'rules'>): boolean {
  return rules.some((rule) => rule.kind === 'compound' && rule.perPeriod.low < rule.perPeriod.high)
}
