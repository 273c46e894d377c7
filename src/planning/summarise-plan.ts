/**
 * Summarises a plan for users before the run starts.
 */
import { recordsPerFullBatch, wireBytesPerRecord } from '../capacity/record-batch.ts'
import { ownTopics, type PlannedProducer, type RunPlan, type RunPlanSummary } from '../contracts/run-plan.ts'

/** The numbers of topics and clients, the offered rate, and the bytes that the load will write. */
export function summarisePlan(plan: RunPlan): RunPlanSummary {
  const topicPartitions = new Map(plan.topics.map((topic) => [topic.name, topic.partitions]))
  let offeredRecordsPerSec = 0
  let writtenWireBytes = 0
  for (const producer of plan.producers) {
    const partitions = topicPartitions.get(producer.topic) ?? 1
    offeredRecordsPerSec += producer.recordsPerSec
    writtenWireBytes += (producer.recordsPerSec * plan.durationMs * wireBytes(producer, partitions)) / 1000
  }
  const consumerClients = plan.consumerGroups.reduce((sum, group) => sum + group.members, 0)
  return {
    topics: plan.topics.length,
    partitions: plan.topics.reduce((sum, topic) => sum + topic.partitions, 0),
    ...(ownTopics(plan).length === 0 ? { usesExistingTopics: true as const } : {}),
    producerClients: plan.producers.length,
    consumerClients,
    offeredRecordsPerSec,
    writtenWireBytes: Math.ceil(writtenWireBytes),
    durationMs: plan.durationMs,
    quotaWindowMs: plan.quotaWindowMs,
  }
}

/** Wire bytes per record in the batches that the plan's settings make. */
function wireBytes(producer: PlannedProducer, partitions: number): number {
  const shape = { ...producer, compressionRatio: producer.compressionRatio ?? 1 }
  const lingeredRecords = 1 + (producer.recordsPerSec / partitions) * (producer.lingerMs / 1000)
  const keyedBatchRecords = Math.min(recordsPerFullBatch(shape), lingeredRecords)
  return wireBytesPerRecord(
    shape,
    producer.partitioning.kind === 'turns' ? producer.partitioning.recordsPerTurn : keyedBatchRecords,
  )
}
