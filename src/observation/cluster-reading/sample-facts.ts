/**
 * What the sampled batches of a topic say of its records, batches, keys and producers.
 */

import { batchHeaderBytes } from '../../capacity/record-batch.ts'
import type { BatchSample, SizeHistogram } from '../../contracts/batch-sample.ts'
import type { ReadTopic } from '../../contracts/cluster-reading.ts'
import type { TimeSpan } from '../../contracts/observation.ts'
import type { TopicField } from '../../contracts/observation-fields.ts'
import type { Fact } from '../source-reading.ts'
import { ratioError, wireBytesOf } from './sample-figures.ts'

/** From this many batches on, those after the first of each spot are enough: they are hit without bias. */
const enoughFollowing = 10

type Figures = Partial<Record<TopicField, { readonly value: number; readonly relativeError: number | null }>>

/** All facts of the sample. The active producers of the partitions count too. */
export function sampleFacts({ name, sample, activeProducers }: ReadTopic, span: TimeSpan): Fact[] {
  const figures: Figures = {
    ...(sample === null ? {} : { ...recordFigures(sample), ...batchFigures(sample), ...keyFigures(sample) }),
    ...producerFigures(sample, activeProducers),
  }
  const facts = Object.entries(figures).map(([field, { value, relativeError }]) => {
    return { of: 'topic', topic: name, field, value, how: 'measured', span, relativeError } as Fact
  })
  const codec = sample === null ? null : commonestCodec(sample)
  if (codec === null) return facts
  const known = { how: 'measured', span, relativeError: null } as const
  return [...facts, { of: 'topic-text', topic: name, field: 'compression', value: codec, ...known }]
}

function recordFigures(sample: BatchSample): Figures {
  const wire = wireBytesOf(sample)
  const { valueBytes, keyBytes, headersPerRecord, headerNameBytes, headerValueBytes, tombstones } = sample
  const records = valueBytes.count + tombstones
  if (wire === null || records === 0) return wire === null ? {} : { wireBytesPerRecord: wire }
  const sizeError = ratioError(sample.spots, ({ uncompressedBytes }) => uncompressedBytes ?? 0)
  const headers = headersPerRecord.sum
  const each = (value: number) => ({ value, relativeError: sizeError })
  return {
    wireBytesPerRecord: wire,
    recordValueBytes: each(valueBytes.sum / records),
    recordKeyBytes: each(keyBytes.sum / records),
    headersPerRecord: each(headers / records),
    ...(headers === 0
      ? {}
      : { headerNameBytes: each(headerNameBytes / headers), headerValueBytes: each(headerValueBytes / headers) }),
    ...ratioFigure(sample),
  }
}

/** Compressed / uncompressed bytes of all batches that were opened, whatever their codec. */
function ratioFigure({ codecs }: BatchSample): Figures {
  const before = codecs.reduce((sum, { uncompressedBytes }) => sum + uncompressedBytes, 0)
  const after = codecs.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0)
  return before === 0 ? {} : { compressionRatio: { value: after / before, relativeError: 0.05 } }
}

/** The codec of most records. */
function commonestCodec({ codecs }: BatchSample): string | null {
  const most = codecs.reduce<BatchSample['codecs'][number] | null>((best, each) => {
    return best === null || each.records > best.records ? each : best
  }, null)
  return most?.codec ?? null
}

/**
 * Records of a batch: of those that followed the first of a spot, or of the first ones by the mean of 1 / records, because
 * a random offset hits a batch as often as it has records.
 */
function batchFigures(sample: BatchSample): Figures {
  const { hits, following, compactedBatches } = sample
  const batches = hits.batches + following.batches
  if (batches === 0 || compactedBatches > batches / 2) return {}
  const isEnough = following.batches >= enoughFollowing
  const mean = isEnough ? following.records / following.batches : hits.batches / hits.inverseRecords
  if (!Number.isFinite(mean)) return {}
  const relativeError = isEnough ? meanError(sample.recordsPerBatch) : null
  return { recordsPerBatch: { value: mean, relativeError }, ...fullBatchFigure(sample), ...lingerFigure(sample) }
}

/** A batch this near to the largest is full: the next record did not fit. */
const nearlyFull = 0.9
/** If this share of the batches is full, their size is the clients' setting. */
const fullShare = 0.2
/** Nobody sets batches smaller than this: alike small ones are alike for another reason. */
const leastFullBytes = 8000

function fullBatchFigure({ batchUncompressedBytes }: BatchSample): Figures {
  const { largest } = batchUncompressedBytes
  if (!isFull(batchUncompressedBytes)) return {}
  return { batchBytes: { value: Math.ceil(largest) + batchHeaderBytes, relativeError: 0.1 } }
}

function isFull({ buckets, count, largest }: SizeHistogram): boolean {
  const full = buckets.filter(({ upTo }) => upTo >= largest * nearlyFull).reduce((sum, each) => sum + each.count, 0)
  return count >= enoughFollowing && full / count >= fullShare && largest >= leastFullBytes
}

/** The time over which most batches were filled; not where they are full before it is over. */
function lingerFigure({ batchSpanMs, batchUncompressedBytes }: BatchSample): Figures {
  if (batchSpanMs.count < enoughFollowing || isFull(batchUncompressedBytes)) return {}
  return { lingerMs: { value: quantileOf(batchSpanMs, 0.9), relativeError: 0.5 } }
}

function keyFigures({ keys }: BatchSample): Figures {
  const records = keys.keyedRecords + keys.unkeyedRecords
  if (records === 0) return {}
  const share = keys.keyedRecords / records
  return {
    keyedShare: { value: share, relativeError: null },
    ...(keys.distinctAtLeast < 1 || share === 0
      ? {}
      : { distinctKeys: { value: keys.distinctAtLeast, relativeError: null } }),
  }
}

/** Producers by the brokers' own count, else by the ids in the sample, of which there are at least as many. */
function producerFigures(sample: BatchSample | null, activeProducers: number | null): Figures {
  const batches = sample === null ? 0 : sample.hits.batches + sample.following.batches
  const producers = Math.max(activeProducers ?? 0, activeProducers === null ? (sample?.producerIds ?? 0) : 0)
  return {
    ...(producers === 0 ? {} : { producers: { value: producers, relativeError: activeProducers === null ? null : 0 } }),
    ...(sample === null || batches === 0
      ? {}
      : {
          idempotentShare: { value: sample.idempotentBatches / batches, relativeError: 0.1 },
          transactionalShare: { value: sample.transactionalBatches / batches, relativeError: 0.1 },
        }),
  }
}

function meanError({ count, sum, sumOfSquares }: SizeHistogram): number | null {
  if (count < 2 || sum === 0) return null
  const mean = sum / count
  const variance = Math.max(0, (sumOfSquares - count * mean ** 2) / (count - 1))
  return (1.96 * Math.sqrt(variance / count)) / mean
}

/** The bound of the bucket that holds this share of the values. */
function quantileOf({ buckets, count }: SizeHistogram, share: number): number {
  let below = 0
  for (const bucket of buckets) {
    below += bucket.count
    if (below >= share * count) return bucket.upTo
  }
  return buckets.at(-1)?.upTo ?? 0
}
