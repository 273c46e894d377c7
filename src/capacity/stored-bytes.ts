/**
 * Computes the bytes that topics retain: in all, with all replicas, and on the fullest disk.
 */
import { markerBytes } from '../contracts/transaction-marker.ts'
import { batchesAt } from './batching.ts'
import { partWithHottest } from './hottest-partition.ts'
import { withBatchHeader } from './record-batch.ts'
import type { ProducerLoad, Situation, TopicLoad } from './situation.ts'
import { commitsAt, transactionLoad } from './transactions.ts'

/**
 * Wire bytes that the topics retain: average records/s x wire bytes per record x retention. Batches are as producers send
 * them at that rate, because brokers store them unchanged. The markers of transactions are retained too.
 *
 * Each record counts once. Topics without a retention count as 0; the prediction lists this as an open question.
 */
export function storedBytes({ producers, context }: Situation): number {
  return producers.reduce((total, load) => total + retainedBytes(load, context), 0)
}

/** Like `storedBytes`, of one topic entry. */
export function storedBytesOfTopic({ producers, context }: Situation, topic: TopicLoad): number {
  return producers.reduce((total, load) => total + (load.topic === topic ? retainedBytes(load, context) : 0), 0)
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
 * On a target that stands for a part of the deployment they are the same part of what the deployment retains. At its lower
 * rate linger gathers fewer records, so the headers of batches and the markers of transactions would be a larger part.
 */
function retainedBytes(load: ProducerLoad, { capacityScale }: Situation['context']): number {
  const { producer, topic } = load
  const { retentionMs } = topic.topic
  // An override can set the peak below the average. The peak is then used for both.
  const average = Math.min(producer.averageRecordsPerSec ?? producer.peakRecordsPerSec, producer.peakRecordsPerSec)
  const rate = average / capacityScale
  if (retentionMs === undefined || rate === 0) return 0
  const { recordsPerBatch, batchesPerSec } = batchesAt(onDeployment(load), rate)
  const commits = commitsAt(load, rate)
  const markersPerSec = commits === null ? 0 : transactionLoad(commits, load, batchesPerSec).markersPerSec
  const bytesPerSec = rate * withBatchHeader(load.compressedRecordBytes, recordsPerBatch) + markersPerSec * markerBytes
  return (bytesPerSec * capacityScale * retentionMs) / 1000
}

/** The producer entry as it sends to the brokers of the deployment. */
function onDeployment(load: ProducerLoad): ProducerLoad {
  const { leaderBrokers, ...full } = load.kept
  if (leaderBrokers === load.topic.leaderBrokers) return load
  return { ...load, ...full, topic: { ...load.topic, leaderBrokers } }
}
