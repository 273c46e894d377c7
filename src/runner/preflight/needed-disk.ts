/**
 * Computes how much disk space the topics of a run on an embedded cluster can fill.
 */

import { batchHeaderBytes } from '../../contracts/batch-header.ts'
import type { ClientCeiling } from '../../contracts/client-ceiling.ts'
import type { PlannedProducer, RunPlan } from '../../contracts/run-plan.ts'
import { batchedRecordBytes } from '../../measurement/compression.ts'

/**
 * A run is assumed to write up to this factor more than the probe found, because the machine may have been busy during the probe.
 */
const probeMargin = 1.5

/**
 * Computes an upper bound of the bytes that the run writes to its topics, with all replicas. It is the offered load, or
 * what this machine can offer if that is less. Otherwise a plan that looks for the limit of brokers would require disk
 * space that no machine can fill.
 * @param ceiling null if the client ceiling is unknown
 */
export function neededDiskBytes(plan: RunPlan, ceiling: ClientCeiling | null): number {
  const seconds = (plan.durationMs + plan.drainMs) / 1000
  const offeredBytes = plan.topics.reduce((sum, topic) => {
    const writers = plan.producers.filter((producer) => producer.topic === topic.name)
    const bytesPerSec = writers.reduce(
      (total, producer) => total + producer.recordsPerSec * maxLogBytesPerRecord(producer, topic.partitions),
      0,
    )
    return sum + bytesPerSec * seconds * topic.replicationFactor
  }, 0)
  if (ceiling === null) return offeredBytes
  return offeredBytes * Math.min(1, (ceiling.payloadBytesPerSec / ceiling.wantedPayloadBytesPerSec) * probeMargin)
}

/**
 * Bytes that a record takes in the log at most: uncompressed, with its part of the header of the smallest batch that is usual.
 * That batch has the first record and those of one linger after it, all partitions written in turn.
 */
function maxLogBytesPerRecord(producer: PlannedProducer, partitions: number): number {
  const lingeredRecords = 1 + (producer.recordsPerSec * producer.lingerMs) / 1000 / partitions
  const recordBytes = batchedRecordBytes(producer)
  const fullBatchRecords = Math.max(1, (producer.batchBytes - batchHeaderBytes) / recordBytes)
  return recordBytes + batchHeaderBytes / Math.min(lingeredRecords, fullBatchRecords)
}
