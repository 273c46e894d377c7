/**
 * Adds up the batches that were fetched from one topic. It keeps only counts, sums and histograms.
 */
import { type BatchSample, type BatchSpot, type BatchSums, maxSpots } from '../../../contracts/batch-sample.ts'
import type { Codec, RecordBatch, SplitBatches } from './batch-headers.ts'
import { eachRecord } from './batch-records.ts'
import { decompress, maxUncompressedBytes } from './decompress.ts'
import { KeyCounter } from './key-counter.ts'
import { PartitionSums } from './partition-sums.ts'
import { SizeRecorder } from './size-recorder.ts'

/**
 * Maximum number of damaged batches that are opened per fetch. Node keeps 16 kB for each batch that zlib or zstd
 * rejects until the next turn of the event loop, and a malicious fetch may contain a million of them.
 */
const maxFailedOpens = 100
/** Maximum bytes of one fetch after decompression. Decompressing that many takes a second or two. */
const maxOpenedBytes = 8 * maxUncompressedBytes

type Sums = { -readonly [K in keyof BatchSums]: number }
type CodecSums = {
  codec: Codec
  batches: number
  records: number
  wireBytes: number
  openedBatches: number
  compressedBytes: number
  uncompressedBytes: number
}

/** The sample of one topic so far. */
export class TopicSampler {
  /** Sums over the first batch of each fetch. A random offset hits large batches more often, so they count apart. */
  private readonly hits = noSums()
  /** Sums over the batches after the first one of a fetch. */
  private readonly following = noSums()
  private readonly partitions = new PartitionSums()
  private readonly codecs = new Map<Codec, CodecSums>()
  private readonly producerIds = new Set<bigint>()
  private readonly keys = new KeyCounter()
  private readonly spots: BatchSpot[] = []
  private readonly recordsPerBatch = new SizeRecorder()
  private readonly batchWireBytes = new SizeRecorder()
  private readonly batchUncompressedBytes = new SizeRecorder()
  private readonly batchSpanMs = new SizeRecorder()
  private readonly valueBytes = new SizeRecorder()
  private readonly keyBytes = new SizeRecorder()
  private readonly headersPerRecord = new SizeRecorder()
  /** In the fetch that is being added: batches that could not be opened, and bytes after decompression. */
  private failedOpens = 0
  private openedBytes = 0
  private readonly counts = {
    controlBatches: 0,
    transactionalBatches: 0,
    idempotentBatches: 0,
    logAppendTimeBatches: 0,
    oldFormatBatches: 0,
    unreadableBatches: 0,
    compactedBatches: 0,
    headerNameBytes: 0,
    headerValueBytes: 0,
    tombstones: 0,
  }

  /** Wire bytes per batch so far; null before the first batch. */
  get meanBatchBytes(): number | null {
    const batches = this.hits.batches + this.following.batches
    return batches === 0 ? null : (this.hits.wireBytes + this.following.wireBytes) / batches
  }

  /** Wire bytes per record so far; null before the first batch. */
  get bytesPerRecord(): number | null {
    const records = this.hits.records + this.following.records
    return records === 0 ? null : (this.hits.wireBytes + this.following.wireBytes) / records
  }

  /** Adds what one fetch returned. */
  add(partition: number, { batches, cut, oldFormats, unreadable }: SplitBatches): void {
    this.counts.oldFormatBatches += oldFormats
    this.counts.unreadableBatches += unreadable
    this.failedOpens = 0
    this.openedBytes = 0
    const spot = { batches: 0, records: 0, wireBytes: 0, uncompressedBytes: 0, isOpened: true }
    for (const [index, batch] of batches.entries()) {
      if (batch.isControl) {
        this.counts.controlBatches += 1
        continue
      }
      this.partitions.add(partition, batch, index === 0)
      const uncompressedBytes = this.addBatch(batch, index === 0)
      spot.batches += 1
      spot.records += batch.recordCount
      spot.wireBytes += batch.wireBytes
      spot.uncompressedBytes += uncompressedBytes ?? 0
      if (uncompressedBytes === null) spot.isOpened = false
    }
    if (cut !== null && batches.length > 0) this.partitions.add(partition, cut, false)
    const [first] = batches
    if (first === undefined || spot.batches === 0 || this.spots.length >= maxSpots) return
    this.spots.push({
      partition,
      offset: first.baseOffset,
      atEpochMs: first.baseTimestamp === null || first.baseTimestamp < 0 ? null : first.baseTimestamp,
      batches: spot.batches,
      records: spot.records,
      wireBytes: spot.wireBytes,
      uncompressedBytes: spot.isOpened ? spot.uncompressedBytes : null,
    })
  }

  /** @param recordsOf records of each partition in the range that is sampled */
  read(recordsOf: ReadonlyMap<number, number>): BatchSample {
    return {
      hits: { ...this.hits },
      following: { ...this.following },
      totals: this.partitions.totals(recordsOf),
      codecs: [...this.codecs.values()].map((sums) => ({ ...sums })),
      ...this.counts,
      producerIds: this.producerIds.size,
      recordsPerBatch: this.recordsPerBatch.read(),
      batchWireBytes: this.batchWireBytes.read(),
      batchUncompressedBytes: this.batchUncompressedBytes.read(),
      batchSpanMs: this.batchSpanMs.read(),
      valueBytes: this.valueBytes.read(),
      keyBytes: this.keyBytes.read(),
      headersPerRecord: this.headersPerRecord.read(),
      keys: this.keys.read(),
      spots: [...this.spots],
    }
  }

  /** Adds one batch. @returns its record bytes before compression; null if they could not be read */
  private addBatch(batch: RecordBatch, isHit: boolean): number | null {
    const { recordCount, wireBytes, lastOffsetDelta, baseTimestamp, maxTimestamp } = batch
    addTo(isHit ? this.hits : this.following, recordCount, wireBytes)
    if (batch.isTransactional) this.counts.transactionalBatches += 1
    if (batch.isLogAppendTime) this.counts.logAppendTimeBatches += 1
    if (lastOffsetDelta + 1 > recordCount) this.counts.compactedBatches += 1
    if (batch.producerId >= 0n) {
      this.counts.idempotentBatches += 1
      this.producerIds.add(batch.producerId)
    }
    const isSpanKnown = recordCount > 1 && !batch.isLogAppendTime
    if (isSpanKnown && baseTimestamp !== null && maxTimestamp >= baseTimestamp) {
      this.batchSpanMs.record(maxTimestamp - baseTimestamp)
    }
    const uncompressedBytes = this.open(batch)
    if (!isHit) {
      this.recordsPerBatch.record(recordCount)
      this.batchWireBytes.record(wireBytes)
      if (uncompressedBytes !== null) this.batchUncompressedBytes.record(uncompressedBytes)
    }
    return uncompressedBytes
  }

  private open(batch: RecordBatch): number | null {
    const sums = this.sumsOf(batch.codec)
    sums.batches += 1
    sums.records += batch.recordCount
    sums.wireBytes += batch.wireBytes
    try {
      if (this.failedOpens >= maxFailedOpens) throw new Error('too many batches of this fetch are damaged')
      if (this.openedBytes > maxOpenedBytes) throw new Error('the batches of this fetch unpack to too much')
      const bytes = decompress(batch.codec, batch.records)
      this.openedBytes += bytes.length
      this.addRecords(bytes, batch.recordCount)
      sums.openedBatches += 1
      sums.compressedBytes += batch.records.length
      sums.uncompressedBytes += bytes.length
      return bytes.length
    } catch {
      // The batch is damaged or too large, or too much of this fetch was. Its header has been counted; its records are not.
      this.failedOpens += 1
      this.counts.unreadableBatches += 1
      return null
    }
  }

  private addRecords(bytes: Buffer, count: number): void {
    eachRecord(bytes, count, ({ keyBytes, keyStart, valueBytes, headers, headerNameBytes, headerValueBytes }) => {
      if (keyBytes < 0) this.keys.countUnkeyed()
      else {
        this.keyBytes.record(keyBytes)
        this.keys.countKey(bytes.subarray(keyStart, keyStart + keyBytes))
      }
      if (valueBytes < 0) this.counts.tombstones += 1
      else this.valueBytes.record(valueBytes)
      this.headersPerRecord.record(headers)
      this.counts.headerNameBytes += headerNameBytes
      this.counts.headerValueBytes += headerValueBytes
    })
  }

  private sumsOf(codec: Codec): CodecSums {
    const known = this.codecs.get(codec)
    if (known !== undefined) return known
    const sums = {
      codec,
      batches: 0,
      records: 0,
      wireBytes: 0,
      openedBatches: 0,
      compressedBytes: 0,
      uncompressedBytes: 0,
    }
    this.codecs.set(codec, sums)
    return sums
  }
}

function noSums(): Sums {
  return { batches: 0, records: 0, wireBytes: 0, inverseRecords: 0 }
}

function addTo(sums: Sums, records: number, wireBytes: number): void {
  sums.batches += 1
  sums.records += records
  sums.wireBytes += wireBytes
  if (records > 0) sums.inverseRecords += 1 / records
}
