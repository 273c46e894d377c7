/**
 * Makes the producer entry of an observed topic.
 */
import type { Producer } from '../contracts/workload.ts'
import { compressionCodecs } from '../contracts/workload.ts'
import type { FitTarget } from './fit-record-sizes.ts'
import type { FoldedTopic } from './fold-topics.ts'
import { keysOf } from './keys-of.ts'
import { ratesOf } from './peak-rates.ts'
import { assumed, derived, given, type Sourced, type SourcedFields } from './sourced.ts'

/** A producer entry, and the figures to which its record size is fitted afterwards. */
export interface ObservedProducer {
  readonly fields: SourcedFields<
    Partial<Producer> & Pick<Producer, 'name' | 'topic' | 'peakRecordsPerSec' | 'recordValueBytes'>
  >
  readonly target: FitTarget
}

/** Partitions per producer client if the number of clients is unknown. A rule of thumb. */
export const partitionsPerProducer = 4

/** The entry; null if nothing is written to the topic or its rates are unknown. */
export function producerOf(topic: FoldedTopic): ObservedProducer | null {
  const rates = ratesOf(topic)
  if (rates === null) return null
  const { peakRecordsPerSec, averageRecordsPerSec, wireBytesPerRecord } = rates
  const { figures } = topic
  const entryName = topic.entryName ?? topic.name
  const clients = clientsOf(topic)
  const size = figures.recordValueBytes
  const fields = {
    name: given(`producers of ${entryName}`.slice(0, 200)),
    topic: given(entryName),
    clients,
    peakRecordsPerSec,
    ...(averageRecordsPerSec === null ? {} : { averageRecordsPerSec }),
    recordValueBytes:
      size === undefined
        ? derived(Math.max(1, Math.round(wireBytesPerRecord.value)), wireBytesPerRecord, valueReason(topic))
        : derived(Math.max(1, Math.round(size.value)), size, 'rounded'),
    ...(figures.recordKeyBytes === undefined
      ? {}
      : { recordKeyBytes: derived(Math.round(figures.recordKeyBytes.value), figures.recordKeyBytes, 'rounded') }),
    ...headersOf(topic),
    ...keysOf(topic),
    ...compressionOf(topic),
    ...batchesOf(topic, peakRecordsPerSec.value / clients.value),
    ...acksOf(topic),
  }
  const target = {
    wireBytesPerRecord: wireBytesPerRecord.value,
    hasMeasuredSize: size !== undefined,
    recordsPerBatch: figures.recordsPerBatch?.value ?? null,
    fullBatchBytes: figures.batchBytes?.value ?? null,
  }
  return { fields, target }
}

function valueReason({ texts }: FoldedTopic): string {
  const codec = texts.compression?.value
  return codec === undefined || codec === 'none' || codec === 'producer'
    ? 'the size of value that gives a record its wire bytes'
    : 'the size of value that gives a record its wire bytes without compression: no source states its size before compression'
}

function clientsOf({ figures, count }: FoldedTopic): Sourced {
  const { producers, partitions } = figures
  if (producers !== undefined && producers.value >= 1) {
    return derived(Math.min(100_000, Math.round(producers.value)), producers, 'rounded')
  }
  const usual = Math.max(1, Math.ceil(((partitions?.value ?? 6) * count) / partitionsPerProducer))
  return assumed(Math.min(1000, usual), `no source states its producers: one per ${partitionsPerProducer} partitions`)
}

function headersOf({ figures }: FoldedTopic): Pick<ObservedProducer['fields'], 'headers'> {
  const { headersPerRecord, headerNameBytes, headerValueBytes } = figures
  const count = Math.min(100, Math.round(headersPerRecord?.value ?? 0))
  if (headersPerRecord === undefined || count < 1) return {}
  const nameBytes = Math.max(1, Math.min(1000, Math.round(headerNameBytes?.value ?? 8)))
  const valueBytes = Math.min(100_000, Math.round(headerValueBytes?.value ?? 16))
  return { headers: derived({ count, nameBytes, valueBytes }, headersPerRecord, 'rounded') }
}

function compressionOf({
  texts,
  figures,
}: FoldedTopic): Pick<ObservedProducer['fields'], 'compression' | 'compressionRatio'> {
  const stated = texts.compression
  const codec = compressionCodecs.find((each) => each === stated?.value)
  if (stated === undefined || codec === undefined) return {}
  const { how, source, span } = stated
  const compression = { value: codec, how, source, span, relativeError: null }
  const ratio = figures.compressionRatio
  if (codec === 'none' || ratio === undefined || figures.recordValueBytes === undefined) return { compression }
  return { compression, compressionRatio: { ...ratio, value: Math.min(1, ratio.value) } }
}

/** Batch size and linger that give batches as many records as were observed. */
function batchesOf(
  { figures }: FoldedTopic,
  clientRecordsPerSec: number,
): Pick<ObservedProducer['fields'], 'lingerMs' | 'batchBytes'> {
  const { lingerMs, batchBytes, recordsPerBatch } = figures
  const size =
    batchBytes === undefined
      ? {}
      : {
          batchBytes: derived(
            Math.max(1, Math.round(batchBytes.value)),
            batchBytes,
            'the size at which the observed full batches are full',
          ),
        }
  const reason = 'the linger that gives batches as many records as were observed'
  if (recordsPerBatch !== undefined && clientRecordsPerSec > 0) {
    const linger = (1000 * Math.max(0, recordsPerBatch.value - 1)) / clientRecordsPerSec
    return { ...size, lingerMs: derived(Math.min(60_000, linger), recordsPerBatch, reason) }
  }
  return lingerMs === undefined ? size : { ...size, lingerMs }
}

/**
 * Idempotent if most batches carry a producer id; such a producer uses acks=all. The acks of other producers are
 * unknown.
 */
function acksOf({ figures }: FoldedTopic): Pick<ObservedProducer['fields'], 'isIdempotent'> {
  const { idempotentShare } = figures
  if (idempotentShare === undefined || idempotentShare.value < 0.5) return {}
  return { isIdempotent: derived(true, idempotentShare, 'most batches carry a producer id') }
}
