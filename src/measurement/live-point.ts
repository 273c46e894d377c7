/**
 * Turns one second of a live run into a point of its charts.
 */

import { batchHeaderBytes } from '../contracts/batch-header.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { ProducerSample, Sample } from '../contracts/sample.ts'
import type { LivePoint } from '../contracts/validation-progress.ts'
import { batchedRecordBytes } from './compression.ts'
import { mergeReadableHistograms, summariseHistogram } from './histogram.ts'
import { maxOf } from './max-of.ts'
import { partitionSkewOver } from './partition-skew.ts'
import { figuresOver, perSecond } from './rates.ts'
import { maxThrottleMs } from './throttle.ts'

type PlannedProducer = RunPlan['producers'][number]

/**
 * The figures of one second.
 *
 * The wire bytes of offered records are estimated from record size, compression and measured batches, because the
 * records are not sent yet. The lag is the sum over the groups that report one; null if none does.
 */
export function toLivePoint(runId: string, plan: RunPlan, sample: Sample): LivePoint {
  const figures = figuresOver([sample])
  const responses = mergeReadableHistograms(sample.producers.map((producer) => producer.responseHistogram))
  const lags = sample.consumers.flatMap((consumer) => consumer.lagRecords ?? [])
  return {
    runId,
    second: sample.second,
    offeredWireBytesPerSec: perSecond(offeredWireBytes(plan, sample), [sample]),
    ingressWireBytesPerSec: figures.ingressWireBytesPerSec,
    egressWireBytesPerSec: figures.egressWireBytesPerSec,
    recordsPerSec: figures.recordsPerSec,
    throttleMs: maxThrottleMs([sample]),
    responseP99Us: summariseHistogram(responses.encoded)?.p99Us ?? null,
    partitionSkew: partitionSkewOver(plan, [sample]),
    clientCpuCores: maxOf(sample.workers.map(({ cpuCores }) => cpuCores)),
    brokerCpuCores: maxOf(sample.brokers.map(({ cpuCores }) => cpuCores)),
    lagRecords: lags.length === 0 ? null : lags.reduce((sum, lag) => sum + lag, 0),
  }
}

function offeredWireBytes(plan: RunPlan, sample: Sample): number {
  return sample.producers.reduce((sum, producer) => {
    const planned = plan.producers.find(({ id }) => id === producer.producerId)
    return planned === undefined ? sum : sum + producer.offeredRecords * wireBytesPerRecord(planned, producer)
  }, 0)
}

function wireBytesPerRecord(planned: PlannedProducer, seen: ProducerSample): number {
  const plainBytes = batchedRecordBytes(planned)
  const fullBatchRecords = Math.max(1, Math.floor((planned.batchBytes - batchHeaderBytes) / plainBytes))
  const recordsPerBatch = Math.max(1, seen.recordsPerBatch ?? fullBatchRecords)
  return plainBytes * (planned.compressionRatio ?? 1) + batchHeaderBytes / recordsPerBatch
}
