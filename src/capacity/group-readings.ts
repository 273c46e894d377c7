/**
 * How much each consumer group reads of what is written, and how fast it falls behind if it does not read all.
 */
import type { GroupReading, Prediction } from '../contracts/prediction.ts'
import type { Band } from '../contracts/primitives.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { slowsProducers } from './directions.ts'
import { concerns } from './held-readers.ts'
import { readBytesAt } from './held-reads.ts'
import type { Situation } from './situation.ts'
import type { Solution } from './solve.ts'
import { loggedBytesPerSec } from './topic-traffic.ts'

/** Consumers that get this share of what is written keep up: the rest is rounding. */
const keepsUpShare = 1 - 1e-9

/** What the groups of each consumer entry read, at the rates to plan with. */
export function groupReadings(solution: Solution): GroupReading[] {
  return solution.situation.consumers.map((_, index) => readingOfEntry(solution, index))
}

function readingOfEntry({ situation, held, limitedAt, factors }: Solution, index: number): GroupReading {
  const load = situation.consumers[index]
  const { writing, reading } = factors
  const factor = reading[index] ?? { ...writing, isInRecords: false }
  const topic = load?.topic.index ?? 0
  const records = writtenRecords(situation, topic)
  const at = (end: keyof Band) => {
    const written = writing[end]
    const read = Math.min(factor[end], written)
    const { isInRecords } = factor
    const { wireBytesPerSec } = readBytesAt(limitedAt, {
      written,
      read,
      likelyWritten: writing.likely,
      isInRecords,
      topic,
    })
    return {
      written: loggedBytesPerSec(limitedAt(written).topics[topic]),
      read: wireBytesPerSec,
      records: records * limitedAt(read).factor,
    }
  }
  const ends = { low: at('low'), likely: at('likely'), high: at('high') }
  const step = held.find(({ consumers }) => consumers.includes(index))
  const written = bandOf(ends, (end) => end.written)
  const read = bandOf(ends, (end) => end.read)
  const share = written.likely === 0 ? 1 : read.likely / written.likely
  const isBehind = step !== undefined && share < keepsUpShare
  const keptMs = load?.topic.topic.retentionMs
  return {
    name: load?.group.name ?? '',
    topic: load?.topic.topic.name ?? '',
    count: load?.group.count ?? 1,
    wireBytesPerSec: read,
    recordsPerSec: bandOf(ends, (end) => end.records),
    readShare: isBehind ? share : 1,
    lagGrowthBytesPerSec: isBehind ? growthOf(written, read, load?.group.count ?? 1) : { low: 0, likely: 0, high: 0 },
    // After a time t the oldest unread record is (1 - share) x t old.
    untilRetentionMs: isBehind && keptMs !== undefined ? keptMs / (1 - share) : null,
    binding: isBehind ? bindingOf(step.headroom.binding, index, situation) : [],
  }
}

function bindingOf(binding: readonly ConstraintModel[], index: number, situation: Situation): Prediction['binding'] {
  return binding
    .filter((model) => !slowsProducers(model) && concerns(model, index, situation))
    .map(({ id, dimension, layer }) => ({ id, dimension, layer }))
}

function growthOf(written: Band, read: Band, count: number): Band {
  const likely = (written.likely - read.likely) * count
  // Equal ends can differ by the rounding of different sums.
  return {
    low: Math.min(likely, Math.max(0, written.low - read.high) * count),
    likely,
    high: Math.max(likely, (written.high - read.low) * count),
  }
}

function bandOf<End>({ low, likely, high }: Ends<End>, of: (end: End) => number): Band {
  return { low: of(low), likely: of(likely), high: of(high) }
}

/** A value for each end of the band. */
type Ends<End> = { readonly low: End; readonly likely: End; readonly high: End }

function writtenRecords({ producers }: Situation, topic: number): number {
  let records = 0
  for (const load of producers) if (load.topic.index === topic) records += load.peakRecordsPerSec
  return records
}
