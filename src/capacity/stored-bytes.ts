import { markerBytes } from '../contracts/transaction-marker.ts'
import { partWithHottest } from './hottest-partition.ts'
import { wireBytesPerRecord } from './record-batch.ts'
import type { ProducerLoad, Situation } from './situation.ts'
import { commitsAt, cutBatchesPerSec, transactionLoad } from './transactions.ts'

/**
 * Wire bytes that the topics retain: average records/s x wire bytes per record in full batches x retention. The batches
 * of transactions are cut at commits, and their markers are retained too.
 *
 * Each record counts once. Topics without a retention count as 0; the prediction lists this as an open question.
 */
export function storedBytes({ producers, context }: Situation): number {
  return producers.reduce((total, load) => total + retainedBytes(load, context), 0)
}

/** Like `storedBytes`, but each record counts once per replica. */
export function storedBytesOfReplicas({ producers, context }: Situation): number {
  return producers.reduce((total, load) => total + retainedBytes(load, context) * load.topic.topic.replicationFactor, 0)
}

/**
 * Wire bytes on the fullest disk of the fullest broker. A replica is on one disk of one broker, so brokers beyond the
 * number of replicas store nothing.
 *
 * Placed like the load of the busiest broker: replicas round-robin, with the hottest partition on the fullest disk. The
 * excess over an even share is added over topics like independent deviations.
 */
export function storedOnFullestDisk(situation: Situation, disksPerBroker: number): number {
  const { topics, producers, context, deployedBrokers: brokers } = situation
  let even = 0
  let excessSquared = 0
  for (const topic of topics) {
    let kept = 0
    let hottest = 0
    for (const load of producers) {
      if (load.topic !== topic) continue
      const bytes = retainedBytes(load, context)
      kept += bytes
      hottest += bytes * load.hottest.share
    }
    const replicas = topic.topic.replicationFactor
    const onBroker = Math.ceil((topic.partitions * replicas) / brokers - roundingSlack)
    const fullest = partWithHottest(kept, hottest, Math.ceil(onBroker / disksPerBroker), topic.partitions)
    const ofDisk = (kept * replicas) / brokers / disksPerBroker
    even += ofDisk
    excessSquared += Math.max(0, fullest - ofDisk) ** 2
  }
  return even + Math.sqrt(excessSquared)
}

/** Absorbs rounding errors, because the mean replication factor is not a whole number while a broker is away. */
const roundingSlack = 1e-9

/**
 * Wire bytes that the topic retains of what a producer entry writes, before replication.
 *
 * On a target that stands for a part of the deployment they are the same part of what the deployment retains. At its lower rate
 * transactions hold fewer records, so their batches and markers would be a larger part.
 */
function retainedBytes(load: ProducerLoad, { capacityScale }: Situation['context']): number {
  const { producer, topic, keptBatchRecords } = load
  const { retentionMs } = topic.topic
  if (retentionMs === undefined) return 0
  // An override can set the peak below the average. The peak is then used for both.
  const average = Math.min(producer.averageRecordsPerSec ?? producer.peakRecordsPerSec, producer.peakRecordsPerSec)
  const rate = average / capacityScale
  const commits = commitsAt(load, rate)
  if (commits === null) return (average * wireBytesPerRecord(producer, keptBatchRecords) * retentionMs) / 1000
  const batchesPerSec = cutBatchesPerSec(commits, keptBatchRecords)
  const { markersPerSec } = transactionLoad(commits, load, batchesPerSec)
  const bytesPerSec = rate * wireBytesPerRecord(producer, rate / batchesPerSec) + markersPerSec * markerBytes
  return (bytesPerSec * capacityScale * retentionMs) / 1000
}
