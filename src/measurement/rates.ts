/**
 * Rates over a set of seconds: sums divided by the real time, because a sample does not always cover exactly one second.
 */
import type { Figures } from '../contracts/figures.ts'
import type { ConsumerSample, ProducerSample, Sample } from '../contracts/sample.ts'

/** Sum over all producers and seconds. */
export function sumProducers(samples: readonly Sample[], read: (producer: ProducerSample) => number): number {
  let sum = 0
  for (const sample of samples) for (const producer of sample.producers) sum += read(producer)
  return sum
}

/** Sum over all consumer groups and seconds. */
export function sumConsumers(samples: readonly Sample[], read: (consumer: ConsumerSample) => number): number {
  let sum = 0
  for (const sample of samples) for (const consumer of sample.consumers) sum += read(consumer)
  return sum
}

/** The real time that samples cover, in seconds. */
export function realSeconds(samples: readonly Sample[]): number {
  return samples.reduce((sum, sample) => sum + sample.durationMs, 0) / 1000
}

/** Rates are computed only over at least this much time. */
const minSeconds = 0.001

/** An amount divided by the real time of the samples; 0 if no time passed. */
export function perSecond(amount: number, samples: readonly Sample[]): number {
  const seconds = realSeconds(samples)
  return seconds >= minSeconds ? amount / seconds : 0
}

/**
 * The five figures of a result (wire and payload bytes/s written and read, records/s) over a set of seconds.
 * `recordsPerSec` counts acknowledged records.
 *
 * @param weightOf weight of a sample, zero or more; by default all samples have the same weight
 */
export function figuresOver(samples: readonly Sample[], weightOf: (sample: Sample) => number = () => 1): Figures {
  const sums = {
    ingressWireBytesPerSec: 0,
    ingressPayloadBytesPerSec: 0,
    egressWireBytesPerSec: 0,
    egressPayloadBytesPerSec: 0,
    recordsPerSec: 0,
  }
  let seconds = 0
  for (const sample of samples) {
    const weight = weightOf(sample)
    seconds += (weight * sample.durationMs) / 1000
    for (const producer of sample.producers) {
      sums.ingressWireBytesPerSec += weight * producer.wireBytes
      sums.ingressPayloadBytesPerSec += weight * producer.ackedPayloadBytes
      sums.recordsPerSec += weight * producer.ackedRecords
    }
    for (const group of sample.consumers) {
      sums.egressWireBytesPerSec += weight * group.wireBytes
      sums.egressPayloadBytesPerSec += weight * group.payloadBytes
    }
  }
  const factor = seconds >= minSeconds ? 1 / seconds : 0
  return {
    ingressWireBytesPerSec: sums.ingressWireBytesPerSec * factor,
    ingressPayloadBytesPerSec: sums.ingressPayloadBytesPerSec * factor,
    egressWireBytesPerSec: sums.egressWireBytesPerSec * factor,
    egressPayloadBytesPerSec: sums.egressPayloadBytesPerSec * factor,
    recordsPerSec: sums.recordsPerSec * factor,
  }
}

/** Acked / offered over a set of seconds, at most 1; 0 if nothing was offered. */
export function ackedRatioOver(samples: readonly Sample[]): number {
  const offered = sumProducers(samples, (producer) => producer.offeredRecords)
  const acked = sumProducers(samples, (producer) => producer.ackedRecords)
  return offered === 0 ? 0 : Math.min(1, acked / offered)
}

/** Produce requests/s over a set of seconds. */
export function requestsPerSecOver(samples: readonly Sample[]): number {
  return perSecond(
    sumProducers(samples, (producer) => producer.requests),
    samples,
  )
}

/** Mean records per batch over a set of seconds; null if no batches were reported. */
export function recordsPerBatchOver(samples: readonly Sample[]): number | null {
  let records = 0
  let batches = 0
  for (const producer of samples.flatMap((sample) => sample.producers)) {
    if (producer.recordsPerBatch === null || producer.recordsPerBatch === 0) continue
    records += producer.ackedRecords
    batches += producer.ackedRecords / producer.recordsPerBatch
  }
  return batches > 0 ? records / batches : null
}
