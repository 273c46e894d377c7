/**
 * Derives a topic's rates from its offsets: per hour and minute of its retention (the history), and between the
 * snapshots taken while the cluster was read (live).
 */
import type { ClusterReading, ReadTopic, WrittenRecords } from '../../contracts/cluster-reading.ts'
import type { OpenQuestion, TimeSpan } from '../../contracts/observation.ts'
import type { TopicField } from '../../contracts/observation-fields.ts'
import { growthOf, growthValue } from '../estimate-growth.ts'
import { largestOf, smallestOf } from '../extremes.ts'
import { type RateOverTime, type RatePoint, rateOverTime } from '../rate-over-time.ts'
import type { Fact } from '../source-reading.ts'
import { clockDifferenceMs, hoursThatAreOver } from './clock-difference.ts'
import type { TopicRates } from './cluster-rates.ts'
import { recordsShare, wireBytesOf } from './sample-figures.ts'
import { isSeenTwice } from './unseen-partitions.ts'

/** Facts, and the open questions about them. */
interface OffsetFacts {
  readonly facts: readonly Fact[]
  readonly questions: readonly OpenQuestion[]
}

/** Relative errors at 95 % of rates derived from offsets. Producers' timestamps are less exact than brokers'. */
const brokerTimeError = 0.01
const producerTimeError = 0.03
/** Relative error of a rate between snapshots, in addition to the error of the snapshots' times. */
const liveError = 0.02
/** Relative error of a record size derived from log sizes. Logs include segments that are not deleted yet. */
const logSizeError = 0.1

/** Facts of a topic, and its rates over time, from which the cluster's rates are summed. */
interface TopicOffsets extends OffsetFacts {
  readonly rates: TopicRates
  /** As `clockDifferenceMs` gives it; 0 if the history is not used because its timestamps are doubted. */
  readonly clockDifferenceMs: number
}

/** All facts that follow from a topic's offsets. */
export function offsetFacts(topic: ReadTopic, reading: ClusterReading): TopicOffsets {
  const share = recordsShare(topic.sample)
  const livePoints = knownPoints(pointsOf(livePeriods(topic), share), topic.partitions.every(isSeenTwice))
  const live = rateOverTime(livePoints)
  const doubt = timestampQuestion(topic, live, reading)
  const isTrusted = topic.history !== null && doubt === null
  // The history counts the records of those partitions that are in the first snapshot.
  const isWhole = topic.partitions.every(({ first }) => first !== null)
  const differenceMs = isTrusted ? clockDifferenceMs(topic, live, reading) : 0
  const complete = hoursThatAreOver(completeHours(topic), topic, differenceMs)
  const hours = isTrusted ? knownPoints(pointsOf(complete, share), isWhole) : []
  const history = rateOverTime(hours)
  const minutes = isTrusted && !isCompacted(topic) ? rateOverTime(pointsOf(topic.history?.minutes ?? [], share)) : null
  const figures = [
    ...(live === null ? [] : figuresOf(live, Math.hypot(liveError, snapshotTimeError(topic)), live)),
    ...(history === null ? [] : figuresOf(history, timeError(topic), minutes, isCompacted(topic))),
  ]
  const growth = growthOf(hours)
  const sizeFacts = logSizeFacts(topic, reading)
  return {
    facts: [
      ...figures.flatMap((figure) => [recordsFact(topic, figure), ...bytesFacts(topic, figure)]),
      ...(growth === null || history === null
        ? []
        : [{ of: 'topic', topic: topic.name, how: 'derived', span: history.span, ...growthValue(growth) } as const]),
      ...hottestFacts(topic),
      ...sizeFacts,
    ],
    questions: doubt === null ? [] : [doubt],
    clockDifferenceMs: differenceMs,
    rates: {
      topic: topic.name,
      history: hours,
      live: livePoints,
      bytesPerRecord: wireBytesOf(topic.sample)?.value ?? sizeFacts[0]?.value ?? null,
    },
  }
}

/** The points; none if they are 0 and some partitions were not seen, because what is written to those is not known. */
function knownPoints(points: readonly RatePoint[], isWhole: boolean): readonly RatePoint[] {
  return !isWhole && points.every(({ perSec }) => perSec === 0) ? [] : points
}

/** Records written between live snapshots. Falls back to one period from the first to the last snapshot of each partition. */
function livePeriods({ written, partitions }: ReadTopic): readonly WrittenRecords[] {
  if (written.length > 0) return written
  const snapshots = partitions.flatMap(({ first, last }) => {
    return first === null || last === null || last.atEpochMs <= first.atEpochMs || last.end < first.end
      ? []
      : [{ first, last }]
  })
  if (snapshots.length === 0) return []
  const fromEpochMs = smallestOf(snapshots.map(({ first }) => first.atEpochMs))
  const toEpochMs = largestOf(snapshots.map(({ last }) => last.atEpochMs))
  // Each partition uses the times of its own snapshots, because brokers are not read simultaneously.
  const perMs = snapshots.reduce(
    (sum, { first, last }) => sum + (last.end - first.end) / (last.atEpochMs - first.atEpochMs),
    0,
  )
  return [{ fromEpochMs, toEpochMs, records: perMs * (toEpochMs - fromEpochMs) }]
}

/**
 * Largest relative error of the time between a partition's first and last snapshot. A broker reads its offsets at any
 * time between request and response, so slow responses a short time apart leave the rate uncertain. 0 in readings that
 * lack `withinMs`.
 */
function snapshotTimeError({ partitions }: ReadTopic): number {
  const errors = partitions.map(({ first, last }) => {
    if (first === null || last === null || last.atEpochMs <= first.atEpochMs) return 0
    return ((first.withinMs ?? 0) + (last.withinMs ?? 0)) / (last.atEpochMs - first.atEpochMs)
  })
  return largestOf([0, ...errors])
}

function pointsOf(periods: readonly WrittenRecords[], share: number): RatePoint[] {
  return periods.flatMap(({ fromEpochMs, toEpochMs, records }) => {
    const durationMs = toEpochMs - fromEpochMs
    return durationMs <= 0 ? [] : [{ fromEpochMs, durationMs, perSec: (records * share * 1000) / durationMs }]
  })
}

function completeHours({ history }: ReadTopic): readonly WrittenRecords[] {
  const from = history?.completeFromEpochMs ?? 0
  return (history?.hours ?? []).filter(({ fromEpochMs }) => fromEpochMs >= from)
}

function isCompacted({ configs }: ReadTopic): boolean {
  return configs?.['cleanup.policy']?.includes('compact') === true
}

function timeError({ configs }: ReadTopic): number {
  return configs?.['message.timestamp.type'] === 'LogAppendTime' ? brokerTimeError : producerTimeError
}

/**
 * A timestamp this far ahead of the reading is not the time of writing. Neither is one this far behind it if records are
 * still written. A rule of thumb.
 */
const implausibleTimestampMs = 10 * 60_000
/** If the last hour's rate and the live rate differ by more than this factor, timestamps are doubted. A rule of thumb. */
const implausibleRateFactor = 3

/** A question if a topic's timestamps do not look like the times at which records were written; otherwise null. */
function timestampQuestion(topic: ReadTopic, live: RateOverTime | null, reading: ClusterReading): OpenQuestion | null {
  const { name, history } = topic
  if (history === null || timeError(topic) === brokerTimeError) return null
  const newest = history.largestTimestampEpochMs
  const isWritten = live !== null && live.average > 0
  const doubt = (because: string): OpenQuestion => ({
    id: 'event-time',
    text: `Are the timestamps of ${name} the times of writing? ${because}`,
    effect: 'Rates from its history are not used, only rates measured while the cluster was read.',
  })
  if (newest !== null && newest > reading.endedAtEpochMs + implausibleTimestampMs)
    return doubt('The newest is in the future.')
  if (newest !== null && isWritten && newest < live.span.fromEpochMs - implausibleTimestampMs) {
    return doubt('Records are being written, but the newest timestamp is old. It may be the time of an event.')
  }
  const hours = completeHours(topic)
  if (isWritten && hours.length > 0 && hours.every(({ records }) => records === 0)) {
    return doubt('Records are being written, but by timestamps none was written in the hours before.')
  }
  const last = pointsOf(hours.slice(-1), 1)[0]
  if (last === undefined || !isWritten || live.average * 60 < minRecords) return null
  const factor = last.perSec / live.average
  if (factor <= implausibleRateFactor && factor >= 1 / implausibleRateFactor) return null
  return doubt('The rate of the last hour by timestamps is far from the rate measured while the cluster was read.')
}

/** With fewer records, differences may be chance. A rule of thumb. */
const minRecords = 1000

interface RateFigure {
  readonly when: 'average' | 'peakHour' | 'peakMinute'
  readonly perSec: number
  readonly span: TimeSpan
  readonly relativeError: number
}

/**
 * The average and, unless `isAverageOnly`, the peaks. Compaction removes records unevenly over time, so the peaks of a
 * compacted topic's history are unknown.
 * @param minutes the rates that have the busiest minute; null if it is unknown
 */
function figuresOf(
  rates: RateOverTime,
  relativeError: number,
  minutes: RateOverTime | null,
  isAverageOnly = false,
): RateFigure[] {
  const figure = (when: RateFigure['when'], perSec: number | null | undefined): RateFigure[] =>
    perSec === null || perSec === undefined ? [] : [{ when, perSec, span: rates.span, relativeError }]
  if (isAverageOnly) return figure('average', rates.average)
  return [
    ...figure('average', rates.average),
    ...figure('peakHour', rates.peakHour),
    ...figure('peakMinute', minutes?.peakMinute),
  ]
}

function recordsFact({ name }: ReadTopic, { when, perSec, span, relativeError }: RateFigure): Fact {
  const field = `${when}RecordsInPerSec` as const satisfies TopicField
  return { of: 'topic', topic: name, field, value: perSec, how: 'measured', span, relativeError }
}

function bytesFacts(topic: ReadTopic, { when, perSec, span, relativeError }: RateFigure): Fact[] {
  const size = wireBytesOf(topic.sample)
  if (size === null) return []
  const field = `${when}BytesInPerSec` as const satisfies TopicField
  const error = size.relativeError === null ? null : Math.hypot(relativeError, size.relativeError)
  const value = perSec * size.value
  return [{ of: 'topic', topic: topic.name, field, value, how: 'derived', span, relativeError: error }]
}

/** The hottest partition's share of the records written while the cluster was read. */
function hottestFacts({ name, partitions, sample }: ReadTopic): Fact[] {
  const snapshots = partitions.flatMap(({ first, last }) => (first === null || last === null ? [] : [{ first, last }]))
  const written = snapshots.map(({ first, last }) => Math.max(0, last.end - first.end))
  const total = written.reduce((sum, records) => sum + records, 0)
  if (total < minRecords || snapshots.length < 2) return []
  const value = largestOf(written) / total
  // The maximum over many partitions is high by chance; the logarithm accounts for it.
  const deviation = Math.sqrt(((1 - value) / value) * (recordsPerDraw(sample) / total))
  const relativeError = deviation * (1.96 + Math.sqrt(2 * Math.log(snapshots.length)))
  const span = {
    fromEpochMs: smallestOf(snapshots.map(({ first }) => first.atEpochMs)),
    toEpochMs: largestOf(snapshots.map(({ last }) => last.atEpochMs)),
  }
  return [{ of: 'topic', topic: name, field: 'hottestPartitionShare', value, how: 'measured', span, relativeError }]
}

/** Default of `batch.size`. A client's partitioner stays with a partition until it has sent it so many bytes (KIP-794). */
const stickyBytes = 16_384

/**
 * Records of which one choice of a partition decides: those of a batch, because records arrive in batches; without keys those of
 * a Java client's turn, which are more than those of a small batch.
 */
function recordsPerDraw(sample: ReadTopic['sample']): number {
  if (sample === null || sample.following.batches === 0) return 1
  const batch = Math.max(1, sample.following.records / sample.following.batches)
  const { keys, valueBytes } = sample
  if (keys.keyedRecords >= keys.unkeyedRecords || valueBytes.sum === 0) return batch
  return Math.max(batch, (stickyBytes * valueBytes.count) / valueBytes.sum)
}

/**
 * The record size as log bytes / records, if no batch was sampled. Not for compacted topics: compaction removes records
 * but keeps the offset range.
 */
function logSizeFacts(topic: ReadTopic, reading: ClusterReading): (Fact & { readonly value: number })[] {
  if (wireBytesOf(topic.sample) !== null || isCompacted(topic)) return []
  // The sizes are read after the first snapshot. At the last one, a young log may have twice the records.
  const sized = topic.partitions.flatMap(({ leaderLogBytes, first }) => {
    return leaderLogBytes === null || first === null
      ? []
      : [{ bytes: leaderLogBytes, records: first.end - first.start }]
  })
  const records = sized.reduce((sum, each) => sum + each.records, 0)
  if (records < minRecords) return []
  const value = sized.reduce((sum, each) => sum + each.bytes, 0) / records
  const span = { fromEpochMs: reading.startedAtEpochMs, toEpochMs: reading.endedAtEpochMs }
  return [
    {
      of: 'topic',
      topic: topic.name,
      field: 'wireBytesPerRecord',
      value,
      how: 'derived',
      span,
      relativeError: logSizeError,
    },
  ]
}
