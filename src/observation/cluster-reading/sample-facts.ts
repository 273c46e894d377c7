/**
 * Derives facts about a topic's records, batches, keys and producers from its sampled batches.
 */
import { batchHeaderBytes } from '../../contracts/batch-header.ts'
import type { BatchSample, SizeHistogram } from '../../contracts/batch-sample.ts'
import type { ReadTopic } from '../../contracts/cluster-reading.ts'
import type { TimeSpan } from '../../contracts/observation.ts'
import type { TopicField } from '../../contracts/observation-fields.ts'
import type { Fact } from '../source-reading.ts'
import { ratioError, type SampledFigure, wireBytesOf } from './sample-figures.ts'
import { fullBatchBytesOf } from './sampled-full-batches.ts'

/**
 * If at least this many batches follow the first one of each spot, only they are used. They are sampled without bias; a
 * first batch is hit the more often, the more records it has. A rule of thumb.
 */
const enoughFollowing = 10

type Figures = Partial<Record<TopicField, { readonly value: number; readonly relativeError: number | null }>>

/** All facts of the sample, and of the active producers that brokers report. */
export function sampleFacts({ name, sample, activeProducers }: ReadTopic, span: TimeSpan): Fact[] {
  const figures: Figures = {
    ...(sample === null ? {} : { ...recordFigures(sample), ...batchFigures(sample), ...keyFigures(sample) }),
    ...producerFigures(sample, activeProducers),
  }
  const facts = Object.entries(figures).map(([field, { value, relativeError }]) => {
    return { of: 'topic', topic: name, field, value, how: 'measured', span, relativeError } as Fact
  })
  const codec = sample === null ? null : mostUsedCodec(sample)
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

function ratioFigure(sample: BatchSample): Figures {
  const value = ratioOf(sample)
  return value === null ? {} : { compressionRatio: { value, relativeError: 0.05 } }
}

/** Compressed / uncompressed bytes of all batches that were decompressed, whichever their codec; null without any. */
function ratioOf({ codecs }: Pick<BatchSample, 'codecs'>): number | null {
  const before = codecs.reduce((sum, { uncompressedBytes }) => sum + uncompressedBytes, 0)
  const after = codecs.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0)
  return before === 0 ? null : after / before
}

/** Below this ratio, some records are compressed noticeably. It is the error that a rate of bytes may have. */
const noticeableRatio = 0.99

/**
 * The codec of most records; null without records. If most are not compressed but others are, it is the codec of most of
 * those: with no codec, the ratio would not count, and all records would have their whole size on the wire.
 */
function mostUsedCodec({ codecs }: BatchSample): string | null {
  const mostOf = (own: BatchSample['codecs']) => {
    return own.reduce<(typeof own)[number] | null>((best, each) => {
      return best === null || each.records > best.records ? each : best
    }, null)
  }
  const most = mostOf(codecs)
  const packed = mostOf(codecs.filter(({ codec }) => codec !== 'none'))
  const isPacked = packed !== null && (ratioOf({ codecs }) ?? 1) < noticeableRatio
  return (most?.codec === 'none' && isPacked ? packed : most)?.codec ?? null
}

/** Records per batch, each partition with the weight of its records, and the size of full batches or the linger. */
function batchFigures(sample: BatchSample): Figures {
  const { hits, following, compactedBatches } = sample
  const batches = hits.batches + following.batches
  if (batches === 0 || compactedBatches > batches / 2) return {}
  const isEnough = following.batches >= enoughFollowing
  const mean = meanRecords(sample)
  if (!Number.isFinite(mean)) return {}
  const relativeError = isEnough ? meanError(sample.recordsPerBatch) : null
  const full = fullBatchFigure(sample)
  return {
    recordsPerBatch: { value: mean, relativeError },
    ...(full === null ? lingerFigure(sample) : { batchBytes: full }),
  }
}

/**
 * The mean of the batches after the first of each spot. If they are too few, the harmonic mean of the first ones, because a
 * random offset hits a batch in proportion to its records. Samples of earlier versions have no totals by partition.
 */
function meanRecords({ hits, following, totals }: BatchSample): number {
  if (following.batches < enoughFollowing) return hits.batches / hits.inverseRecords
  return totals !== undefined && totals.batches > 0
    ? totals.records / totals.batches
    : following.records / following.batches
}

/** The size of full batches with their header; null if too few batches are full. */
function fullBatchFigure(sample: BatchSample): SampledFigure | null {
  const bytes = fullBatchBytesOf(sample)
  return bytes === null ? null : { value: Math.ceil(bytes) + batchHeaderBytes, relativeError: 0.1 }
}

/** The linger, for batches that are not full: the 90th percentile of the times from a batch's first record to its last. */
function lingerFigure({ batchSpanMs }: BatchSample): Figures {
  if (batchSpanMs.count < enoughFollowing) return {}
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

/** The brokers' count of active producers, otherwise the number of producer ids in the sample, which is a lower bound. */
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

/** Relative error of the mean at 95 %. */
function meanError({ count, sum, sumOfSquares }: SizeHistogram): number | null {
  if (count < 2 || sum === 0) return null
  const mean = sum / count
  const variance = Math.max(0, (sumOfSquares - count * mean ** 2) / (count - 1))
  return (1.96 * Math.sqrt(variance / count)) / mean
}

/** The upper bound of the bucket in which this share of the values is reached. */
function quantileOf({ buckets, count }: SizeHistogram, share: number): number {
  let below = 0
  for (const bucket of buckets) {
    below += bucket.count
    if (below >= share * count) return bucket.upTo
  }
  return buckets.at(-1)?.upTo ?? 0
}
