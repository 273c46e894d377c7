/**
 * Derives how long a topic keeps its records if retention.bytes deletes them before retention.ms does.
 */
import type { ReadTopic } from '../../contracts/cluster-reading.ts'
import type { TimeSpan } from '../../contracts/observation.ts'
import { meanOf } from '../rate-over-time.ts'
import { maxRetentionMs } from '../retention-of.ts'
import type { Fact } from '../source-reading.ts'
import type { TopicRates } from './cluster-rates.ts'

/** A time is derived only if it is shorter than that of retention.ms by more than this share. A rule of thumb. */
const noticeableShare = 0.01

/**
 * The time in which producers write what the topic keeps at most; none if its size is not limited, if the limit of time is
 * reached before, or if nothing is known to be written. The limit is one for each partition (Kafka's documentation of
 * topic configs), so partitions with few records may keep them for the whole retention.ms.
 */
export function sizeBoundRetention(
  topic: ReadTopic,
  { history, live, bytesPerRecord }: TopicRates,
  span: TimeSpan,
): Fact[] {
  const { name, configs, partitions } = topic
  const mostBytes = Number(configs?.['retention.bytes'] ?? -1)
  const retentionMs = Number(configs?.['retention.ms'] ?? Number.NaN)
  const isDeleted = configs?.['cleanup.policy']?.includes('delete') ?? true
  if (!(mostBytes > 0) || Number.isNaN(retentionMs) || !isDeleted || bytesPerRecord === null) return []
  const bytesPerMs = (meanOf(history.length > 0 ? history : live) * bytesPerRecord) / 1000
  const written = partitions.map(({ first, last }) => (first && last ? Math.max(0, last.end - first.end) : 0))
  const all = written.reduce((sum, records) => sum + records, 0)
  if (bytesPerMs <= 0 || all === 0) return []
  const mostMs = retentionMs < 0 ? Number.POSITIVE_INFINITY : retentionMs
  const keptBytes = written.reduce((sum, records) => {
    return records === 0 ? sum : sum + Math.min(mostBytes, bytesPerMs * (records / all) * mostMs)
  }, 0)
  const value = Math.round(keptBytes / bytesPerMs)
  if (value < 1 || value > Math.min(maxRetentionMs, mostMs * (1 - noticeableShare))) return []
  return [{ of: 'topic', topic: name, field: 'retentionMs', value, how: 'derived', span, relativeError: null }]
}
