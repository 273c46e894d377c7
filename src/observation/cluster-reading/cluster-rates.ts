/**
 * Adds the rates of all topics up to those of the cluster: over the history if it is known of nearly all that is written,
 * otherwise over the time of the reading.
 */
import { clusterSumFacts, type MeasuredRate, type RateSeries } from '../metric-series.ts'
import { meanOf, type RatePoint } from '../rate-over-time.ts'
import type { Fact } from '../source-reading.ts'

/** The rates of a topic in records/s. */
export interface TopicRates {
  readonly topic: string
  /** By the hours of its retention; empty if it has no history, or one that is doubted. */
  readonly history: readonly RatePoint[]
  /** Between the snapshots of the reading. */
  readonly live: readonly RatePoint[]
  /** Null if unknown. */
  readonly bytesPerRecord: number | null
}

/** A sum lacks at most the rest of the records, which is within the error of a rate. */
const minKnownShare = 0.99

/**
 * The rates of the cluster. Topics keep their records for different times, so the sum over the history has only those times
 * at which nearly all is known. A rate in bytes is left out if the size of too many records is unknown.
 */
export function clusterRateFacts(topics: readonly TopicRates[]): Fact[] {
  const all = sumOf(topics, ({ live }) => meanOf(live))
  const withHistory = topics.filter(({ history }) => history.length > 0)
  const known = sumOf(withHistory, ({ live }) => meanOf(live))
  const isHistory = withHistory.length > 0 && known >= minKnownShare * all
  const pointsOf = ({ history, live }: TopicRates) => (isHistory ? history : live)
  const records = sumOf(topics, (topic) => meanOf(pointsOf(topic)))
  const sized = topics.flatMap(({ bytesPerRecord, ...topic }) => {
    return bytesPerRecord === null ? [] : [{ ...topic, bytesPerRecord }]
  })
  const hasBytes = sumOf(sized, (topic) => meanOf(pointsOf(topic))) >= minKnownShare * records
  const seriesOf = (rate: MeasuredRate, topic: string, points: readonly RatePoint[]): RateSeries => {
    return { rate, topic, points }
  }
  const series = [
    ...topics.map((each) => seriesOf('recordsIn', each.topic, pointsOf(each))),
    ...(hasBytes ? sized : []).map((each) =>
      seriesOf(
        'bytesIn',
        each.topic,
        pointsOf(each).map((point) => ({ ...point, perSec: point.perSec * each.bytesPerRecord })),
      ),
    ),
  ]
  return clusterSumFacts(
    series.filter(({ points }) => points.length > 0),
    minKnownShare,
  )
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0)
}
