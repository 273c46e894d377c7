/**
 * How long a topic keeps its records: by its setting or, if that does not bound them, by what it keeps now.
 */
import type { OpenQuestion } from '../contracts/observation.ts'
import { counted } from '../units/count.ts'
import type { FoldedTopic } from './fold-topics.ts'
import { ratesOf } from './peak-rates.ts'
import { derived, type Sourced } from './sourced.ts'

/** The longest retention of a scenario, in ms. */
export const maxRetentionMs = 1e13

/** The retention of a topic's entry; null if nothing is known of it. */
export function retentionOf(topic: FoldedTopic): Sourced | null {
  const { retentionMs } = topic.figures
  const setting = retentionMs !== undefined && retentionMs.value > 0 ? retentionMs : null
  // A topic that is only compacted keeps the last record of each key, regardless of retention.ms.
  const isOnlyCompacted = topic.texts.cleanupPolicy?.value === 'compact'
  if (isOnlyCompacted) return keptNow(topic) ?? setting
  if (setting !== null) return setting
  const kept = keptNow(topic)
  return kept !== null && kept.value >= minKeptMs ? kept : null
}

/**
 * If a topic without a known limit keeps less than what is written in this time, it is mostly a young topic that still fills.
 * What it keeps says nothing of what it will keep. A rule of thumb.
 */
const minKeptMs = 86_400_000

/** Stored bytes / bytes written per second, in ms; null if either is not known. */
function keptNow(topic: FoldedTopic): Sourced | null {
  const { storedBytes } = topic.figures
  const rates = ratesOf(topic)
  if (storedBytes === undefined || rates === null) return null
  const { averageRecordsPerSec, peakRecordsPerSec, wireBytesPerRecord } = rates
  const bytesPerSec = (averageRecordsPerSec ?? peakRecordsPerSec).value * wireBytesPerRecord.value
  const keptMs = Math.min(maxRetentionMs, Math.round((storedBytes.value * 1000) / bytesPerSec))
  return keptMs >= 1 ? derived(keptMs, storedBytes, 'bytes kept / bytes written: no setting limits the time') : null
}

/** True for Kafka's settings of a topic that deletes nothing. */
export function keepsEverything(configs: Readonly<Record<string, string | null>>): boolean {
  const isCompacted = configs['cleanup.policy']?.includes('compact') === true
  const retentionMs = Number(configs['retention.ms'] ?? 0)
  const retentionBytes = Number(configs['retention.bytes'] ?? -1)
  // Instead of -1, many set the largest number that Kafka accepts.
  const isUnlimitedMs = retentionMs < 0 || retentionMs > maxRetentionMs
  return isUnlimitedMs && !(retentionBytes > 0 && retentionBytes < maxLogBytes) && !isCompacted
}

/** No partition has as many bytes. */
const maxLogBytes = 1e18

/** More topics are not named in one question. */
const maxNamed = 5

/** Asks about topics whose storage grows without end. */
export function unlimitedQuestion(topics: readonly string[]): OpenQuestion[] {
  if (topics.length === 0) return []
  const others = topics.length > maxNamed ? ` and ${counted(topics.length - maxNamed, 'other')}` : ''
  const named = `${counted(topics.length, 'topic')} (${topics.slice(0, maxNamed).join(', ')}${others})`
  return [
    {
      id: 'unlimited-retention',
      text: `Are the records of ${named} needed for ever? They are kept without a limit of time or size.`,
      effect:
        'Their storage is predicted as what they keep now. It is left out if they keep less than a day writes, or if no source states what they keep. It grows as long as they are written.',
    },
  ]
}
