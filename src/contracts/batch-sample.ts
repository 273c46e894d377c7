/**
 * Statistics of sampled record batches of one topic: counts, sums and histograms. They never contain a key, a value or
 * a header, nor anything from which one could be recovered.
 *
 * Batches are read at spots. A spot is one fetch at a chosen offset. A random offset is more often in a large batch
 * than in a small one, so the first batch of each spot (`hits`) and the batches after it (`following`) are counted
 * separately. A batch that is cut off at the end of a fetch is not counted.
 */
import { z } from 'zod'
import { count, epochMs, fraction, nonNegative } from './primitives.ts'
import { compressionCodecs } from './workload.ts'

/** Maximum number of buckets of a histogram: 16 for each power of two up to 2^40. */
const maxBuckets = 640

/** Maximum number of spots that are kept for one topic. */
export const maxSpots = 400

/** Maximum number of shares of frequent keys. */
export const maxKeyShares = 64

/** The distribution of sizes or counts: their sums, and a histogram whose buckets are at most 6.25 % wide. */
export const sizeHistogram = z.strictObject({
  count,
  sum: nonNegative,
  sumOfSquares: nonNegative,
  /** 0 if nothing was counted. */
  smallest: nonNegative,
  largest: nonNegative,
  /** Ascending. A bucket counts the values up to `upTo` that no earlier bucket counts. Empty buckets are left out. */
  buckets: z.array(z.strictObject({ upTo: nonNegative, count })).max(maxBuckets),
})
export type SizeHistogram = z.output<typeof sizeHistogram>

/** Sums over batches. */
export const batchSums = z.strictObject({
  batches: count,
  records: count,
  /** Bytes of the batches as stored and sent, with their headers of 61 bytes. */
  wireBytes: count,
  /**
   * Sum over the batches of 1 / records. A random offset hits large batches more often than small ones. For batches that
   * were hit in this way, `batches / inverseRecords` estimates the mean number of records per batch.
   */
  inverseRecords: nonNegative,
})
export type BatchSums = z.output<typeof batchSums>

/**
 * The sampled partitions as a whole, estimated: the means of each partition's batches, weighted by the records of the
 * partition. Partitions of which no batch was read are left out. The quotients are the topic's means.
 */
export const sampledTotals = z.strictObject({
  /** Offsets of the sampled partitions in the range that was sampled. */
  records: count,
  batches: nonNegative,
  wireBytes: nonNegative,
})
export type SampledTotals = z.output<typeof sampledTotals>

/** Batches of one codec. */
export const codecSums = z.strictObject({
  codec: z.enum(compressionCodecs),
  batches: count,
  records: count,
  wireBytes: count,
  /**
   * Batches that were decompressed, and their record bytes before and after. compressed / uncompressed is the ratio.
   */
  openedBatches: count,
  compressedBytes: count,
  uncompressedBytes: count,
})

/** The batches of one fetch. The variance between spots gives the interval of a mean. */
export const batchSpot = z.strictObject({
  partition: count,
  /** Offset of the first batch. */
  offset: count,
  /** Timestamp of the first batch; null if it has none. */
  atEpochMs: epochMs.nullable(),
  batches: count,
  records: count,
  wireBytes: count,
  /** Record bytes before compression; null if the batches were not decompressed. */
  uncompressedBytes: count.nullable(),
})
export type BatchSpot = z.output<typeof batchSpot>

/** Statistics of the sampled records' keys. Keys are counted by salted hashes, which are not kept. */
export const keySample = z.strictObject({
  keyedRecords: count,
  unkeyedRecords: count,
  /** Distinct keys among the sampled records, a lower bound for the topic. Above some thousands it is an estimate. */
  distinctAtLeast: count,
  /**
   * Share of the keyed records whose key was seen only once. It estimates the probability that the next record has a
   * new key (Good-Turing). Null without keyed records.
   */
  seenOnceShare: fraction.nullable(),
  /** Shares of the keyed records of the most frequent keys, largest first. */
  topShares: z.array(fraction).max(maxKeyShares),
})
export type KeySample = z.output<typeof keySample>

/** The sample of one topic. Control batches (transaction markers) are in `controlBatches` only. */
export const batchSample = z.strictObject({
  hits: batchSums,
  following: batchSums,
  /** Left out by versions before 2026-11-27. */
  totals: sampledTotals.optional(),
  /** Hits and following together, by codec. Codecs that were not seen are left out. */
  codecs: z.array(codecSums).max(compressionCodecs.length),
  controlBatches: count,
  transactionalBatches: count,
  /** Batches with a producer id: idempotent or transactional producers. Such producers have acks=all. */
  idempotentBatches: count,
  /** Distinct producer ids seen. */
  producerIds: count,
  /** Batches whose time is the broker's (message.timestamp.type=LogAppendTime). */
  logAppendTimeBatches: count,
  /** Batches of the formats before Kafka 0.11 (v0, v1), which are not decoded. */
  oldFormatBatches: count,
  /** Batches that could not be read: damaged, or larger than allowed after decompression. */
  unreadableBatches: count,
  /** Batches from which compaction removed records. Their number of records per batch is not what was sent. */
  compactedBatches: count,
  /** Records of the batches in `following`, by batch. */
  recordsPerBatch: sizeHistogram,
  /** Wire bytes of the batches in `following`, by batch. */
  batchWireBytes: sizeHistogram,
  /** Record bytes before compression of the batches in `following`, by batch. */
  batchUncompressedBytes: sizeHistogram,
  /** Largest timestamp minus base timestamp of batches with two or more records and the producer's time, in ms. */
  batchSpanMs: sizeHistogram,
  /** Sizes of the values that are not null. */
  valueBytes: sizeHistogram,
  /** Sizes of the keys that are not null. */
  keyBytes: sizeHistogram,
  /** Headers per record. */
  headersPerRecord: sizeHistogram,
  /** Bytes of names and values of headers, summed over the records that were opened. */
  headerNameBytes: count,
  headerValueBytes: count,
  /** Records whose value is null. */
  tombstones: count,
  keys: keySample,
  spots: z.array(batchSpot).max(maxSpots),
})
export type BatchSample = z.output<typeof batchSample>
