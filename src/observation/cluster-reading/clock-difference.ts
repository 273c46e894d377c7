/**
 * Compares the newest timestamp of a topic with the time at which it was read. If they differ by minutes, the clock of the brokers
 * (or of the producers, with CreateTime) and that of this machine differ.
 */
import type { ClusterReading, ReadTopic, WrittenRecords } from '../../contracts/cluster-reading.ts'
import type { OpenQuestion } from '../../contracts/observation.ts'
import { formatDuration } from '../../units/duration.ts'
import { largestOf } from '../extremes.ts'
import type { RateOverTime } from '../rate-over-time.ts'
import { someOf } from '../some-of.ts'

/** Smaller differences are not mentioned: requests take their time, and so do the buffers of producers. A rule of thumb. */
const noticeableMs = 60_000

/** With fewer records in that time, the newest one may simply be as old. A rule of thumb. */
const minRecords = 10

/**
 * At least how far the clocks differ: how far the newest timestamp is after the end of the reading, or, below 0, before its first snapshot although records are
 * written. 0 if the difference is not noticeable or cannot be known.
 */
export function clockDifferenceMs({ history }: ReadTopic, live: RateOverTime | null, reading: ClusterReading): number {
  const newest = history?.largestTimestampEpochMs ?? null
  if (newest === null) return 0
  const aheadMs = newest - reading.endedAtEpochMs
  if (aheadMs > noticeableMs) return aheadMs
  if (live === null || (live.average * noticeableMs) / 1000 < minRecords) return 0
  const behindMs = live.span.fromEpochMs - newest
  return behindMs > noticeableMs ? -behindMs : 0
}

/** The hours that are over by the clock of the timestamps. The others lack records if that clock is behind. */
export function hoursThatAreOver(
  hours: readonly WrittenRecords[],
  { history }: ReadTopic,
  differenceMs: number,
): readonly WrittenRecords[] {
  const newest = history?.largestTimestampEpochMs ?? null
  return differenceMs >= 0 || newest === null ? hours : hours.filter(({ toEpochMs }) => toEpochMs <= newest)
}

/** A topic with its clock difference in ms, as `clockDifferenceMs` gives it. */
export interface DatedTopic {
  readonly topic: ReadTopic
  readonly clockDifferenceMs: number
}

/** At most one question for timestamps that are ahead, and one for those that are behind. */
export function clockQuestions(topics: readonly DatedTopic[]): OpenQuestion[] {
  const ahead = topics.filter((each) => each.clockDifferenceMs > 0)
  const behind = topics.filter((each) => each.clockDifferenceMs < 0)
  return [
    ...questionOf('clock-ahead', ahead, 'after they were read'),
    ...questionOf('clock-behind', behind, 'before the reading, although records were written during it'),
  ]
}

function questionOf(id: string, topics: readonly DatedTopic[], when: string): OpenQuestion[] {
  if (topics.length === 0) return []
  const names = someOf(
    topics.map(({ topic }) => topic.name),
    'topic',
  )
  const largestMs = largestOf(topics.map((each) => Math.abs(each.clockDifferenceMs)))
  const owners = topics.every(({ topic }) => topic.configs?.['message.timestamp.type'] === 'LogAppendTime')
    ? 'brokers'
    : 'producers'
  return [
    {
      id,
      text: `Do the clocks of this machine and of the ${owners} differ by ${formatDuration(largestMs)} or more? The newest records of ${names} are dated ${when}.`,
      effect:
        'The hours of their history are shifted by that time, and hours that are not over by that clock are left out. Rates between the snapshots do not depend on it. Set the clocks, and observe again.',
    },
  ]
}
