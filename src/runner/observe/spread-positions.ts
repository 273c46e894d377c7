/**
 * Chooses the offsets of a topic at which batches are sampled.
 *
 * Each offset is uniform over the records of the topic, and together they are spread evenly over its partitions and its time. The
 * positions are those of Weyl's sequence with the golden ratio, from a random start on. With independent draws, chance would
 * decide how often the partitions with large batches are read, and so the mean number of records per batch.
 */
import type { OffsetRange } from './sampled-topic.ts'

const goldenRatio = (Math.sqrt(5) - 1) / 2

/** A place to read from. */
export type SamplePosition = { readonly range: OffsetRange; readonly offset: number }

/**
 * The position number `index` of a topic; null only if the ranges have no records.
 * @param start a random number in [0, 1), the same for all positions of a topic
 */
export function spreadPosition(ranges: readonly OffsetRange[], start: number, index: number): SamplePosition | null {
  const records = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
  let recordsToSkip = Math.floor(((start + index * goldenRatio) % 1) * records)
  for (const range of ranges) {
    const length = range.to - range.from
    if (recordsToSkip < length) return { range, offset: range.from + recordsToSkip }
    recordsToSkip -= length
  }
  return null
}
