import { wireBytesPerRecord } from './record-batch.ts'
import type { Situation } from './situation.ts'

/**
 * Wire bytes that the topics retain: average records/s x wire bytes per record in full batches x retention.
 *
 * Topics without a retention count as 0; the prediction lists this as an open question. `withReplicas`: counts every
 * replica instead of one.
 */
export function storedBytes(situation: Situation, withReplicas: boolean): number {
  let total = 0
  for (const { producer, topic, fullBatchRecords } of situation.producers) {
    const { retentionMs, replicationFactor } = topic.topic
    if (retentionMs === undefined) continue
    const rate = producer.averageRecordsPerSec ?? producer.peakRecordsPerSec
    const bytesPerSec = rate * wireBytesPerRecord(producer, fullBatchRecords)
    total += (bytesPerSec * retentionMs * (withReplicas ? replicationFactor : 1)) / 1000
  }
  return total
}
