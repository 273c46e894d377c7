/**
 * Finds out whether sampled batches were sent because they were full, or because their linger was over.
 */
import type { BatchSample, SizeHistogram } from '../../contracts/batch-sample.ts'
import { clientFamily } from '../../contracts/workload.ts'
import { batchSizesOf } from '../full-batches.ts'

/** With fewer batches after the first of each spot, none are called full. A rule of thumb. */
const minBatches = 10

/**
 * A batch of at least this share of the largest one's size may be full, because the next record did not fit. A rule of
 * thumb.
 */
const fullSizeShare = 0.9
/** If at least this share of the batches may be full, their size can be that of the clients' setting. A rule of thumb. */
const minFullShare = 0.2
/**
 * The default of Java's clients is the smallest of those of all libraries. Few clients set a smaller batch size, so smaller
 * batches of equal size have another reason, such as a client that changes the partition after a fixed number of records.
 */
const minFullBytes = 15_000

/**
 * Bytes of the records in full batches, before compression; null if batches are not full. At a steady rate, batches that are
 * sent when their linger is over have equal sizes too. So a usual batch size has to explain the largest ones, or many
 * batches have to end at one size, and not at one time.
 */
export function fullBatchBytesOf(sample: BatchSample): number | null {
  const { batchUncompressedBytes: sizes } = sample
  if (!hasManyLarge(sizes)) return null
  const endBySize = endOf(sizes) === 'abrupt' && endOf(sample.batchSpanMs) === 'gradual'
  return endBySize || hasUsualSize(sample) ? sizes.largest : null
}

function hasManyLarge({ buckets, count, largest }: SizeHistogram): boolean {
  const large = buckets.filter(({ upTo }) => upTo >= largest * fullSizeShare).reduce((sum, each) => sum + each.count, 0)
  return count >= minBatches && large / count >= minFullShare && largest >= minFullBytes
}

/** True if a usual batch size of any client library gives full batches like the largest one. */
function hasUsualSize({ codecs, batchUncompressedBytes: { largest } }: BatchSample): boolean {
  const opened = codecs.filter(({ openedBatches, batches }) => openedBatches === batches)
  const records = sumOf(opened, (each) => each.records)
  const uncompressedBytes = sumOf(opened, (each) => each.uncompressedBytes)
  if (records === 0 || uncompressedBytes === 0) return false
  const full = {
    recordsBytes: largest,
    bytesPerRecord: uncompressedBytes / records,
    compressionRatio: Math.min(1, sumOf(opened, (each) => each.compressedBytes) / uncompressedBytes),
    leastRecords: 1,
  }
  return clientFamily.options.some((family) => batchSizesOf(full, family).usual !== null)
}

/** With fewer values, `maxDeviations` is met by chance too often. */
const enoughValues = 100

/**
 * Maximum distance of the largest value above the mean, in standard deviations, for values with an abrupt end. It is 1.7 if a
 * quarter of the batches is full, or if the unused bytes of full batches vary evenly. The largest of 100 values that vary by
 * chance lies 2.5 above their mean.
 */
const maxDeviations = 1.8

/** Values that deviate by less than this share of their mean count as equal, because they differ by single bytes. */
const equalShare = 0.001

/** The upper end of the values: many at the largest one, few large ones, or all equal. Null if too few are known. */
function endOf({ count, sum, sumOfSquares, largest }: SizeHistogram): 'abrupt' | 'gradual' | 'equal' | null {
  if (count < enoughValues) return null
  const mean = sum / count
  const deviation = Math.sqrt(Math.max(0, sumOfSquares / count - mean ** 2))
  if (deviation <= equalShare * mean) return 'equal'
  return largest - mean < maxDeviations * deviation ? 'abrupt' : 'gradual'
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0)
}
