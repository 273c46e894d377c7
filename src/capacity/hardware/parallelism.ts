/**
 * The share of a broker's processors that its partitions can keep busy.
 */
import type { Producer, Topic, Workload } from '../../contracts/workload.ts'
import { recordsPerFullBatch, wireBytesPerRecord } from '../record-batch.ts'

/** A topic entry on the busiest broker. */
export type LedTopic = {
  readonly topic: Topic
  /** Partitions of all topics of the entry, and those of them that the broker leads. */
  readonly partitions: number
  readonly ledPartitions: number
  /** Consumer groups that read it. */
  readonly readers: number
}

/** Processor times of a record, its batch and its bytes, and the share of a broker that idle cores cost. */
type Costs = {
  readonly parallelismLoss: number
  readonly batchCpuUs: number
  readonly recordCpuUs: number
  readonly byteCpuNs: number
  readonly sentByteCpuNs: number
  readonly tlsByteCpuNs: number
}

type Host = { readonly parameters: Costs; readonly cores: number }

/** One thread at a time writes to a partition: a broker that leads fewer partitions than it has cores leaves some idle. */
export function parallelism(topics: readonly LedTopic[], workload: Workload, { parameters, cores }: Host): number {
  const busy = busyPartitions(topics, workload, parameters)
  return 1 - parameters.parallelismLoss * Math.max(0, 1 - busy / cores)
}

/**
 * The effective number of partitions that a broker leads: 1 / the sum of their squared shares of the work. Idle partitions
 * do not count, because they keep no thread busy, and those with equal work count in full.
 */
function busyPartitions(topics: readonly LedTopic[], workload: Workload, parameters: Costs): number {
  let total = 0
  let squares = 0
  for (const load of topics) {
    const work = (workPerSec(load, workload, parameters) * load.ledPartitions) / load.partitions
    total += work
    squares += work ** 2 / load.ledPartitions
  }
  return squares === 0 ? 1 : total ** 2 / squares
}

/**
 * Processor time that the records of a topic entry take per second, in us. It is that of full batches, which does not depend on the
 * load: a workload that grows as a whole keeps the same partitions busy.
 */
function workPerSec({ topic, readers }: LedTopic, workload: Workload, parameters: Costs): number {
  const timesSent = readers + topic.replicationFactor - 1
  let work = 0
  for (const producer of workload.producers) {
    if (producer.topic !== topic.name) continue
    work += producer.peakRecordsPerSec * workPerRecord(producer, workload, { parameters, timesSent })
  }
  return work
}

function workPerRecord(
  producer: Producer,
  { clientFamily, isEncrypted }: Workload,
  { parameters, timesSent }: { readonly parameters: Costs; readonly timesSent: number },
): number {
  const records = recordsPerFullBatch(producer, clientFamily)
  const tlsNs = isEncrypted === true ? parameters.tlsByteCpuNs : 0
  const byteNs = parameters.byteCpuNs + tlsNs + timesSent * (parameters.sentByteCpuNs + tlsNs)
  const bytesUs = (wireBytesPerRecord(producer, records) * byteNs) / 1_000
  return parameters.recordCpuUs + parameters.batchCpuUs / records + bytesUs
}
