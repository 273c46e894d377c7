/**
 * Estimates the records, batches and bytes of a topic from what was sampled of each of its partitions.
 *
 * Some partitions are sampled less than their share of the records: a fetch ends at the end of the log or at its byte limit, and
 * its first batch does not count. With keys, the batches of partitions differ. So the means of each partition are weighted by its
 * records. A batch that the byte limit cuts off counts too: large batches are cut off more often, so without it there would be
 * too few of them.
 */
import type { SampledTotals } from '../../../contracts/batch-sample.ts'
import type { CutBatch } from './batch-headers.ts'

type Sums = {
  hits: number
  inverseRecordsOfHits: number
  followingBatches: number
  followingRecords: number
  records: number
  wireBytes: number
}

/** Sums over the sampled batches of each partition of one topic. */
export class PartitionSums {
  private readonly sums = new Map<number, Sums>()

  /** @param isHit true for the first batch of a fetch */
  add(partition: number, { recordCount, wireBytes }: CutBatch, isHit: boolean): void {
    if (recordCount === 0) return
    const sums = this.sums.get(partition) ?? noSums()
    this.sums.set(partition, sums)
    sums.records += recordCount
    sums.wireBytes += wireBytes
    if (isHit) {
      sums.hits += 1
      sums.inverseRecordsOfHits += 1 / recordCount
    } else {
      sums.followingBatches += 1
      sums.followingRecords += recordCount
    }
  }

  /** @param recordsOf records of each partition in the range that is sampled; without it, a partition counts as 0 */
  totals(recordsOf: ReadonlyMap<number, number>): SampledTotals {
    const totals = { records: 0, batches: 0, wireBytes: 0 }
    for (const [partition, sums] of this.sums) {
      const records = recordsOf.get(partition) ?? 0
      totals.records += records
      totals.batches += records * batchesPerRecord(sums)
      totals.wireBytes += (records * sums.wireBytes) / sums.records
    }
    return totals
  }
}

/**
 * Batches per record of one partition. From the batches after the first of a fetch, if there are any. Otherwise from the first
 * ones, which a random offset hits in proportion to their records, so that the mean of 1 / records gives the right value.
 */
function batchesPerRecord({ followingBatches, followingRecords, inverseRecordsOfHits, hits }: Sums): number {
  return followingBatches > 0 ? followingBatches / followingRecords : inverseRecordsOfHits / hits
}

function noSums(): Sums {
  return { hits: 0, inverseRecordsOfHits: 0, followingBatches: 0, followingRecords: 0, records: 0, wireBytes: 0 }
}
