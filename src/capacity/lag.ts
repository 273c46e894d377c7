/**
 * How fast consumers fall behind if they get less than is written.
 */
import type { Lag, Prediction } from '../contracts/prediction.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatDuration } from '../units/duration.ts'
import { formatPercent } from '../units/ratio.ts'
import type { Situation } from './situation.ts'
import type { Solution } from './solve.ts'

/** Consumers that get this share of what is written keep up: the rest is rounding. */
const keepsUpShare = 1 - 1e-9

/**
 * The lag of all groups together, at the rates to plan with; null if consumers keep up.
 *
 * Limits on reading are assumed to slow all groups and topics by the same factor. So each group reads the share s of
 * what is written. After a time t its oldest unread record is (1 - s) x t old; it is deleted at
 * t = retention / (1 - s).
 */
export function lagOf({ situation, headroom, writing: written, limitedAt, factors, achievable }: Solution): Lag | null {
  // No limit on consumers alone is full: what is read differs from what is written by the rounding of small rates only.
  if (written.headroom === headroom) return null
  const { writing } = factors
  const wantedAt = (factor: number) => limitedAt(factor).figures.egressWireBytesPerSec
  const wanted = wantedAt(writing.likely)
  const { low, likely, high } = achievable.egressWireBytesPerSec
  const readShare = wanted === 0 ? 1 : likely / wanted
  if (readShare >= keepsUpShare) return null
  const least = wantedAt(writing.low)
  return {
    growthBytesPerSec: { low: Math.max(0, least - high), likely: wanted - likely, high: wantedAt(writing.high) - low },
    readShare,
    groups: situation.topics.reduce((sum, { readers }) => sum + readers, 0),
    ...firstLoss(situation, 1 - readShare),
  }
}

/** When retention first deletes unread records, and the topic that has them. */
function firstLoss({ topics }: Situation, unreadShare: number): Pick<Lag, 'untilRetentionMs' | 'topic'> {
  let first: Pick<Lag, 'untilRetentionMs' | 'topic'> = { untilRetentionMs: null, topic: null }
  for (const { topic, readers } of topics) {
    if (readers === 0 || topic.retentionMs === undefined) continue
    const untilRetentionMs = topic.retentionMs / unreadShare
    if (first.untilRetentionMs === null || untilRetentionMs < first.untilRetentionMs) {
      first = { untilRetentionMs, topic: topic.name }
    }
  }
  return first
}

/** "Consumers fall behind by 2.1 MB/s; unread data is deleted after 3 h 10 min." */
export function explainLag({ growthBytesPerSec, untilRetentionMs }: Lag): string {
  const loss =
    untilRetentionMs === null
      ? 'retention deletes what is unread in the end'
      : `unread data is deleted after ${formatDuration(untilRetentionMs)}`
  return `Consumers fall behind by ${formatByteRate(growthBytesPerSec.likely)}; ${loss}.`
}

/** The assumptions behind the lag. */
export function lagAssumptions({ hardware }: Situation, lag: Lag | null): Prediction['assumptions'] {
  if (lag === null) return []
  const disk = hardware === null ? '' : ' Their reads from disk, once they are far behind, are not counted.'
  const text = `All consumer groups fall behind equally: each reads ${formatPercent(lag.readShare)} of what is written, which does not slow producers. Retention counts by time; limits by bytes and whole segments are left out.${disk}`
  return [{ id: 'growing-lag', text }]
}
