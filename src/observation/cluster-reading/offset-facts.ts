/**
 * Rates of a topic by its offsets: of the hours of its retention, and between live looks.
 */
import type { ClusterReading, ReadTopic, WrittenRecords } from '../../contracts/cluster-reading.ts'
import type { OpenQuestion, TimeSpan } from '../../contracts/observation.ts'
import type { TopicField } from '../../contracts/observation-fields.ts'
import { growthOf, growthValue } from '../growth.ts'
import type { RateSeries } from '../metric-series.ts'
import { type RateOverTime, type RatePoint, rateOverTime } from '../rate-over-time.ts'
import type { Fact } from '../source-reading.ts'
import { recordsShare, wireBytesOf } from './sample-figures.ts'

/** Facts, and what is to be known of them. */
interface OffsetFacts {
  readonly facts: readonly Fact[]
  readonly questions: readonly OpenQuestion[]
}

/** Errors at 95 % of rates by offsets. Timestamps of producers are less exact than those of brokers. */
const brokerTimeError = 0.01
const producerTimeError = 0.03
const liveError = 0.02
/** Error of bytes of a record by the size of logs: segments that are not deleted yet count too. */
const logSizeError = 0.1

/** Facts of a topic, and its rates over time as series, by which topics are added up. */
interface TopicOffsets extends OffsetFacts {
  readonly series: readonly RateSeries[]
}

/** All facts that the offsets of a topic give. */
export function offsetFacts(topic: ReadTopic, reading: ClusterReading): TopicOffsets {
  const share = recordsShare(topic.sample)
  const live = rateOverTime(pointsOf(livePeriods(topic), share))
  const doubt = doubtOfHistory(topic, live, reading)
  const isTrusted = topic.history !== null && doubt === null
  const hours = isTrusted ? pointsOf(completeHours(topic), share) : []
  const history = rateOverTime(hours)
  const minutes = isTrusted && !isCompacted(topic) ? rateOverTime(pointsOf(topic.history?.minutes ?? [], share)) : null
  const figures = [
    ...(live === null ? [] : figuresOf(live, liveError, live)),
    ...(history === null ? [] : figuresOf(history, timeError(topic), minutes, isCompacted(topic))),
  ]
  const growth = growthOf(hours)
  return {
    facts: [
      ...figures.flatMap((figure) => [recordsFact(topic, figure), ...bytesFacts(topic, figure)]),
      ...(growth === null || history === null
        ? []
        : [{ of: 'topic', topic: topic.name, how: 'derived', span: history.span, ...growthValue(growth) } as const]),
      ...hottestFacts(topic),
      ...logSizeFacts(topic, reading),
    ],
    questions: doubt === null ? [] : [doubt],
    series: seriesOf(topic, hours.length > 0 ? hours : pointsOf(livePeriods(topic), share)),
  }
}

/** Records and, if the size of records is known, bytes. */
function seriesOf(topic: ReadTopic, points: readonly RatePoint[]): RateSeries[] {
  const size = wireBytesOf(topic.sample)
  const records: RateSeries = { rate: 'recordsIn', topic: topic.name, points }
  if (size === null) return [records]
  const bytes = points.map((point) => ({ ...point, perSec: point.perSec * size.value }))
  return [records, { rate: 'bytesIn', topic: topic.name, points: bytes }]
}

/** Periods between looks; without them the first and the last look at each partition. */
function livePeriods({ written, partitions }: ReadTopic): readonly WrittenRecords[] {
  if (written.length > 0) return written
  const looks = partitions.flatMap(({ first, last }) => {
    return first === null || last === null || last.atEpochMs <= first.atEpochMs || last.end < first.end
      ? []
      : [{ first, last }]
  })
  if (looks.length === 0) return []
  const fromEpochMs = Math.min(...looks.map(({ first }) => first.atEpochMs))
  const toEpochMs = Math.max(...looks.map(({ last }) => last.atEpochMs))
  // Each partition by its own stamps, because looks at brokers are not at one time.
  const perMs = looks.reduce(
    (sum, { first, last }) => sum + (last.end - first.end) / (last.atEpochMs - first.atEpochMs),
    0,
  )
  return [{ fromEpochMs, toEpochMs, records: perMs * (toEpochMs - fromEpochMs) }]
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

/** A timestamp this far ahead of the reading is not the time of writing; one this far behind neither, while records come. */
const farOffMs = 10 * 60_000
/** The last hour and the live rate differ by more than this only if one of them is not the time of writing. */
const farOffFactor = 3

/** Why the timestamps of a topic are not the times at which its records were written; null if nothing says so. */
function doubtOfHistory(topic: ReadTopic, live: RateOverTime | null, reading: ClusterReading): OpenQuestion | null {
  const { name, history } = topic
  if (history === null || timeError(topic) === brokerTimeError) return null
  const newest = history.largestTimestampEpochMs
  const isWritten = live !== null && live.average > 0
  const doubt = (because: string): OpenQuestion => ({
    id: 'event-time',
    text: `Are the timestamps of ${name} those of writing? ${because}`,
    effect: 'The rates of its past are not used: those of the live looks are.',
  })
  if (newest !== null && newest > reading.endedAtEpochMs + farOffMs) return doubt('The newest lies in the future.')
  if (newest !== null && isWritten && newest < live.span.fromEpochMs - farOffMs) {
    return doubt('Records come in, and the newest is old: they may carry the time of an event.')
  }
  const last = pointsOf(completeHours(topic).slice(-1), 1)[0]
  if (last === undefined || !isWritten || live.average * 60 < fewestRecords) return null
  const factor = last.perSec / live.average
  if (factor <= farOffFactor && factor >= 1 / farOffFactor) return null
  return doubt('The rate of the last hour by timestamps is not near the rate of the live looks.')
}

/** In fewer records, differences are chance. */
const fewestRecords = 1000

interface RateFigure {
  readonly when: 'average' | 'peakHour' | 'peakMinute'
  readonly perSec: number
  readonly span: TimeSpan
  readonly relativeError: number
}

/** Compaction keeps the records of an average and moves those of a boundary: peaks of a compacted topic are not known. */
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

/** The share of the partition that gets most of what is written while the cluster is read. */
function hottestFacts({ name, partitions, sample }: ReadTopic): Fact[] {
  const looks = partitions.flatMap(({ first, last }) => (first === null || last === null ? [] : [{ first, last }]))
  const written = looks.map(({ first, last }) => Math.max(0, last.end - first.end))
  const total = written.reduce((sum, records) => sum + records, 0)
  if (total < fewestRecords || looks.length < 2) return []
  const value = Math.max(...written) / total
  const batch =
    sample === null || sample.following.batches === 0 ? 1 : sample.following.records / sample.following.batches
  // Records come in batches, so that there are only as many independent draws. The hottest of many is high by chance.
  const deviation = Math.sqrt(((1 - value) / value) * (Math.max(1, batch) / total))
  const relativeError = deviation * (1.96 + Math.sqrt(2 * Math.log(looks.length)))
  const span = {
    fromEpochMs: Math.min(...looks.map(({ first }) => first.atEpochMs)),
    toEpochMs: Math.max(...looks.map(({ last }) => last.atEpochMs)),
  }
  return [{ of: 'topic', topic: name, field: 'hottestPartitionShare', value, how: 'measured', span, relativeError }]
}

/** Bytes of a record by the size of the logs, where nothing was sampled. Compaction removes records, so not for those. */
function logSizeFacts(topic: ReadTopic, reading: ClusterReading): Fact[] {
  if (wireBytesOf(topic.sample) !== null || isCompacted(topic)) return []
  const sized = topic.partitions.flatMap(({ leaderLogBytes, last }) => {
    return leaderLogBytes === null || last === null ? [] : [{ bytes: leaderLogBytes, records: last.end - last.start }]
  })
  const records = sized.reduce((sum, each) => sum + each.records, 0)
  if (records < fewestRecords) return []
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
