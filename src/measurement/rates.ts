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

/** Length from which on a sample is late and stands for more than its own second. */
const lateSampleMs = 1_500

/**
 * Real length of a set of seconds in order, in seconds.
 *
 * A worker that was held up reports late, for several seconds at once. Where another worker had reported one of them in
 * time, that second is counted once.
 */
export function realSeconds(samples: readonly Sample[]): number {
  let totalMs = 0
  for (const [index, sample] of samples.entries()) {
    const before = samples[index - 1]
    const isLate = sample.durationMs > lateSampleMs && before !== undefined
    const coveredMs = isLate ? before.startedAtEpochMs + before.durationMs - sample.startedAtEpochMs : 0
    totalMs += Math.max(0, sample.durationMs - Math.max(0, coveredMs))
  }
  return totalMs / 1000
}

/** Time below which a rate means nothing, in seconds. */
const leastSeconds = 0.001

/** An amount a second; 0 where no time passed. */
export function perSecond(amount: number, samples: readonly Sample[]): number {
  const seconds = realSeconds(samples)
  return seconds >= leastSeconds ? amount / seconds : 0
}

/** The five figures over a set of seconds. `recordsPerSec` counts acknowledged records. */
export function figuresOver(samples: readonly Sample[]): Figures {
  return {
    ingressWireBytesPerSec: perSecond(
      sumProducers(samples, (producer) => producer.wireBytes),
      samples,
    ),
    ingressPayloadBytesPerSec: perSecond(
      sumProducers(samples, (producer) => producer.ackedPayloadBytes),
      samples,
    ),
    egressWireBytesPerSec: perSecond(
      sumConsumers(samples, (consumer) => consumer.wireBytes),
      samples,
    ),
    egressPayloadBytesPerSec: perSecond(
      sumConsumers(samples, (consumer) => consumer.payloadBytes),
      samples,
    ),
    recordsPerSec: perSecond(
      sumProducers(samples, (producer) => producer.ackedRecords),
      samples,
    ),
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
