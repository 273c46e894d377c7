/**
 * Adds up the rates of all topics to those of the cluster: from their history, if nearly all records are written to topics
 * with one, otherwise from the time of the reading.
 */
import { clusterSumFacts, type MeasuredRate, type RateSeries } from '../metric-series.ts'
import { meanOf, type RatePoint } from '../rate-over-time.ts'
import type { Fact } from '../source-reading.ts'

/** The rates of a topic in records/s. */
export interface TopicRates {
  readonly topic: string
  /** One point per hour of its retention. Empty if it has no history, or one that is in doubt. */
  readonly history: readonly RatePoint[]
  /** Between the snapshots of the reading. */
  readonly live: readonly RatePoint[]
  /** Null if unknown. */
  readonly bytesPerRecord: number | null
}

/** Share of the records that a sum has to include. The rest is within the error of a rate. */
const minKnownShare = 0.99

/**
 * The rates of the cluster. Topics keep their records for different times, so the sum over the history has only those times
 * at which nearly all is known. A rate in bytes is left out if the size of too many records is unknown.
 */
export function clusterRateFacts(topics: readonly TopicRates[]): Fact[] {
  const allPerSec = sumOf(topics, ({ live }) => meanOf(live))
  const withHistory = topics.filter(({ history }) => history.length > 0)
  const withHistoryPerSec = sumOf(withHistory, ({ live }) => meanOf(live))
  const isHistory = withHistory.length > 0 && withHistoryPerSec >= minKnownShare * allPerSec
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
