/**
 * Rates over a set of seconds: sums over real time, because a second is not always one second long.
 */
import type { Figures } from '../contracts/figures.ts'
import type { ConsumerSample, ProducerSample, Sample } from '../contracts/sample.ts'

/** Sum over all producers of all seconds. */
export function sumProducers(samples: readonly Sample[], read: (producer: ProducerSample) => number): number {
  let sum = 0
  for (const sample of samples) for (const producer of sample.producers) sum += read(producer)
  return sum
}

/** Sum over all consumer groups of all seconds. */
export function sumConsumers(samples: readonly Sample[], read: (consumer: ConsumerSample) => number): number {
  let sum = 0
  for (const sample of samples) for (const consumer of sample.consumers) sum += read(consumer)
  return sum
}

/** Real length of a set of seconds, in seconds. */
export function realSeconds(samples: readonly Sample[]): number {
  return samples.reduce((sum, sample) => sum + sample.durationMs, 0) / 1000
}

/** Time below which a rate means nothing, in seconds. */
const leastSeconds = 0.001

/** An amount a second; 0 where no time passed. */
export function perSecond(amount: number, samples: readonly Sample[]): number {
  const seconds = realSeconds(samples)
  return seconds >= leastSeconds ? amount / seconds : 0
}

/**
 * The five figures over a set of seconds. `recordsPerSec` counts acknowledged records.
 *
 * @param weightOf weight of a second, zero or more; left out: all count alike
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
  const factor = seconds >= leastSeconds ? 1 / seconds : 0
  return {
    ingressWireBytesPerSec: sums.ingressWireBytesPerSec * factor,
    ingressPayloadBytesPerSec: sums.ingressPayloadBytesPerSec * factor,
    egressWireBytesPerSec: sums.egressWireBytesPerSec * factor,
    egressPayloadBytesPerSec: sums.egressPayloadBytesPerSec * factor,
    recordsPerSec: sums.recordsPerSec * factor,
  }
}

/** Acked / offered over a set of seconds, at most 1; 0 where nothing was offered. */
export function ackedRatioOver(samples: readonly Sample[]): number {
  const offered = sumProducers(samples, (producer) => producer.offeredRecords)
  const acked = sumProducers(samples, (producer) => producer.ackedRecords)
  return offered === 0 ? 0 : Math.min(1, acked / offered)
}

/** Produce requests a second over a set of seconds. */
export function requestsPerSecOver(samples: readonly Sample[]): number {
  return perSecond(
    sumProducers(samples, (producer) => producer.requests),
    samples,
  )
}

/** Mean records in a batch, over all batches of a set of seconds; null where none is known. */
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
