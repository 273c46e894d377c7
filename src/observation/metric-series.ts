/**
 * Turns time series of metrics into rates and facts, for the readers of all sources.
 */

import { growthOf, growthValue } from './estimate-growth.ts'
import { largestOf, smallestOf } from './extremes.ts'
import { groupedBy } from './grouped-by.ts'
import { meanOf, type RateOverTime, type RatePoint, rateOverTime } from './rate-over-time.ts'
import type { Fact, Known } from './source-reading.ts'
import { sumOfRates } from './sum-of-rates.ts'

/** Rates that a series can measure. */
export const measuredRates = ['bytesIn', 'bytesOut', 'recordsIn'] as const
export type MeasuredRate = (typeof measuredRates)[number]

/** A value at a time. */
export interface TimedValue {
  readonly atEpochMs: number
  readonly value: number
}

/** Rates of a topic, or of the cluster if `topic` is null. */
export interface RateSeries {
  readonly rate: MeasuredRate
  readonly topic: string | null
  readonly points: readonly RatePoint[]
}

const fieldWords = { bytesIn: 'BytesIn', bytesOut: 'BytesOut', recordsIn: 'RecordsIn' } as const

/** Relative error at 95 % of metrics that brokers and services report. A rule of thumb. */
export const metricError = 0.01

/**
 * Average, busiest hour, busiest minute and growth of each rate. Series of the same topic, such as those of several
 * brokers, are added up.
 */
export function rateFacts(series: readonly RateSeries[], how: Known['how'] = 'measured'): Fact[] {
  const groups = groupedBy(series, ({ rate, topic }) => JSON.stringify([rate, topic]))
  const topicsWithBytes = new Set(series.flatMap(({ rate, topic }) => (rate === 'bytesIn' ? [topic] : [])))
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const points = sumOfRates(same.map((each) => each.points))
    const rates = rateOverTime(points)
    if (rates === null) return []
    const hasBytes = topicsWithBytes.has(first.topic)
    return [...factsOf(first, rates, how), ...growthFacts(first, hasBytes, points, rates)]
  })
}

/**
 * Rates of the cluster as the sum of its topics at each time, because the topics' peaks need not coincide. A rate is left
 * out if the cluster has a series of its own for it.
 * @param minKnownShare see `sumOfRates`
 */
export function clusterSumFacts(series: readonly RateSeries[], minKnownShare = 0): Fact[] {
  return measuredRates.flatMap((rate) => {
    const sameRate = series.filter((each) => each.rate === rate)
    const points = sumOfRates(
      sameRate.map((each) => each.points),
      minKnownShare,
    )
    const rates = sameRate.some(({ topic }) => topic === null) ? null : rateOverTime(points)
    if (rates === null) return []
    const sum = { rate, topic: null, points }
    const hasBytes = series.some((each) => each.rate === 'bytesIn')
    return [...factsOf(sum, rates, 'derived'), ...growthFacts(sum, hasBytes, points, rates)]
  })
}

function factsOf({ rate, topic }: RateSeries, rates: RateOverTime, how: Known['how']): Fact[] {
  const word = fieldWords[rate]
  const fact = (field: Extract<Fact, { of: 'topic' }>['field'], value: number, relativeError: number | null): Fact => {
    const known = { field, value, how, span: rates.span, relativeError }
    // Every rate field of a topic is also a field of the cluster.
    return topic === null ? ({ of: 'cluster', ...known } as Fact) : { of: 'topic', topic, ...known }
  }
  return [
    fact(`average${word}PerSec`, rates.average, metricError),
    ...(rates.peakMinute === null ? [] : [fact(`peakMinute${word}PerSec`, rates.peakMinute, metricError)]),
    ...(rates.peakHour === null ? [] : [fact(`peakHour${word}PerSec`, rates.peakHour, metricError)]),
  ]
}

/** Growth of the bytes written, or of the records written if this source has no bytes. */
function growthFacts(
  { rate, topic }: RateSeries,
  hasBytes: boolean,
  points: readonly RatePoint[],
  { span }: RateOverTime,
): Fact[] {
  const growth = rate === (hasBytes ? 'bytesIn' : 'recordsIn') ? growthOf(points) : null
  if (growth === null) return []
  const known = { how: 'derived', span, ...growthValue(growth) } as const
  return [topic === null ? { of: 'cluster', ...known } : { of: 'topic', topic, ...known }]
}

/** Rates between a counter's values. If the counter falls, it was reset, so that interval is left out. */
export function counterRates(values: readonly TimedValue[]): RatePoint[] {
  const sorted = [...values].sort((one, other) => one.atEpochMs - other.atEpochMs)
  return sorted.slice(1).flatMap(({ atEpochMs, value }, index) => {
    const before = sorted[index]
    if (before === undefined || value < before.value || atEpochMs <= before.atEpochMs) return []
    const durationMs = atEpochMs - before.atEpochMs
    return [{ fromEpochMs: before.atEpochMs, durationMs, perSec: ((value - before.value) * 1000) / durationMs }]
  })
}

/** The shortest time between values; a minute if there are not two times. */
export function spacingMs(values: readonly TimedValue[]): number {
  const times = values.map(({ atEpochMs }) => atEpochMs).sort((one, other) => one - other)
  const steps = times.slice(1).map((atEpochMs, index) => atEpochMs - (times[index] ?? atEpochMs))
  const shortestMs = smallestOf(steps.filter((step) => step > 0))
  return Number.isFinite(shortestMs) ? shortestMs : 60_000
}

/** A rate's values as points. Each value is the mean of the interval of `durationMs` that ends with it. */
export function gaugeRates(values: readonly TimedValue[], durationMs = spacingMs(values)): RatePoint[] {
  const sorted = [...values].sort((one, other) => one.atEpochMs - other.atEpochMs)
  return sorted.map(({ atEpochMs, value }) => ({ fromEpochMs: atEpochMs - durationMs, durationMs, perSec: value }))
}

/** A rate falls about as often as it rises. A counter falls only when its broker starts again. A rule of thumb. */
const maxFallingShare = 0.25

/**
 * True for a counter, whose values rise but for a few resets. It decides if the name leaves it open. A single value is taken
 * for that of a counter, which gives no rate: a total as a rate would be wrong by orders of magnitude.
 */
export function isRising(values: readonly TimedValue[]): boolean {
  const sorted = [...values].sort((one, other) => one.atEpochMs - other.atEpochMs)
  const falls = sorted.filter(({ value }, index) => value < (sorted[index - 1]?.value ?? value)).length
  return falls <= (sorted.length - 1) * maxFallingShare
}

/**
 * The series without brokers' sums over all topics that are below the sum of the topics: those of some brokers are missing.
 * Other sums stay, because topics may be missing too.
 */
export function withWholeSums(series: readonly RateSeries[]): readonly RateSeries[] {
  const isBelow = (rate: MeasuredRate): boolean => {
    const meanOfSum = (own: readonly RateSeries[]) => meanOf(sumOfRates(own.map(({ points }) => points)))
    const ofRate = series.filter((each) => each.rate === rate)
    const topics = ofRate.filter(({ topic }) => topic !== null)
    return meanOfSum(ofRate.filter(({ topic }) => topic === null)) < meanOfSum(topics) * (1 - metricError)
  }
  const below = new Set(measuredRates.filter(isBelow))
  return series.filter(({ rate, topic }) => topic !== null || !below.has(rate))
}

/** The maximum over time of the sum of several rates, or of several gauges as rates; null without points. */
export function highestSum(series: readonly (readonly RatePoint[])[]): number | null {
  const sums = sumOfRates(series).map(({ perSec }) => perSec)
  return sums.length === 0 ? null : largestOf(sums)
}
