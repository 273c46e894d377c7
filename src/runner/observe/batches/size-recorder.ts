/**
 * Counts sizes in buckets that are at most 6.25 % wide: 16 for each power of two.
 */
import type { SizeHistogram } from '../../../contracts/batch-sample.ts'

const bucketsOfAPower = 16

/** Records sizes of one kind, in bytes, records or ms. */
export class SizeRecorder {
  private readonly counts = new Map<number, number>()
  private count = 0
  private sum = 0
  private sumOfSquares = 0
  private smallest = Number.POSITIVE_INFINITY
  private largest = 0

  record(value: number): void {
    this.count += 1
    this.sum += value
    this.sumOfSquares += value * value
    this.smallest = Math.min(this.smallest, value)
    this.largest = Math.max(this.largest, value)
    const bucket = bucketOf(value)
    this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + 1)
  }

  read(): SizeHistogram {
    const { count, sum, sumOfSquares, largest } = this
    const buckets = [...this.counts]
      .sort(([one], [other]) => one - other)
      .map(([bucket, inside]) => ({ upTo: upperBound(bucket), count: inside }))
    return { count, sum, sumOfSquares, smallest: count === 0 ? 0 : this.smallest, largest, buckets }
  }
}

/** Number of the bucket of a value. Values below 16 have a bucket for each whole number. */
function bucketOf(value: number): number {
  if (value < bucketsOfAPower) return Math.max(0, Math.ceil(value))
  const power = Math.floor(Math.log2(value))
  const share = value / 2 ** power - 1
  return (power - 3) * bucketsOfAPower + Math.floor(share * bucketsOfAPower)
}

/** Largest value of a bucket. */
function upperBound(bucket: number): number {
  if (bucket < bucketsOfAPower) return bucket
  const power = Math.floor(bucket / bucketsOfAPower) + 3
  const next = 2 ** power * (1 + ((bucket % bucketsOfAPower) + 1) / bucketsOfAPower)
  return Math.ceil(next) - 1
}
