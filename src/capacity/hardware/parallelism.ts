/**
 * The share of a broker's processors that its partitions can keep busy.
 */
import { partWithHottest } from '../hottest-partition.ts'
import type { Situation } from '../situation.ts'
import { loggedBytesPerSec } from '../topic-traffic.ts'
import type { BrokerHardware } from './broker-hardware.ts'
import type { ClusterLoad } from './busiest-broker.ts'

/** One thread at a time writes to a partition: a broker that leads fewer partitions than it has cores leaves some idle. */
export function parallelism(situation: Situation, hardware: BrokerHardware, traffic: ClusterLoad): number {
  const { parameters, cores } = hardware
  const busy = busyPartitions(situation, hardware, traffic)
  return 1 - parameters.parallelismLoss * Math.max(0, 1 - busy / cores)
}

/**
 * The effective number of partitions that a broker leads: its work / the work of the busiest one, which counts the hottest
 * partition of each topic. Idle partitions do not count, because they keep no thread busy, and those with equal work count
 * in full. Cold partitions beside a hot one hardly count, so that a broker gains nothing by leading more of them.
 *
 * The work is the processor time that this traffic takes, with the requests of consumers. By any other weight, such as the
 * work of full batches, a topic that hardly keeps processors busy could raise the result for all others.
 */
function busyPartitions(situation: Situation, hardware: BrokerHardware, traffic: ClusterLoad): number {
  const isOne = hardware.topics.length === 1
  let [total, busiest, partitions] = [0, 0, 0]
  for (const [index, { ledPartitions }] of hardware.topics.entries()) {
    // Of a single topic only the shares of its partitions matter, and its work takes time to compute.
    const work = isOne ? 1 : workUsPerSec(situation, hardware, { traffic, index })
    const ofTopic = partitionsOf(situation, index)
    const hottest = work * Math.max(1 / ofTopic, hottestShareOf(traffic.topics[index]))
    total += partWithHottest(work, hottest, ledPartitions, ofTopic)
    busiest = Math.max(busiest, hottest)
    partitions += ledPartitions
  }
  return busiest === 0 ? partitions : total / busiest
}

/** The share of the hottest partition in the bytes that producers write to a topic entry; 0 if they write none. */
function hottestShareOf(flow: ClusterLoad['topics'][number] | undefined): number {
  return flow === undefined || flow.wireBytesPerSec === 0 ? 0 : flow.hottestWireBytesPerSec / flow.wireBytesPerSec
}

function partitionsOf({ topics }: Situation, index: number): number {
  return topics[index]?.partitions ?? 1
}

/** Processor time that the records and requests of a topic entry take per second on its leaders, in us. */
function workUsPerSec(
  { topics, workload }: Situation,
  { parameters, topics: placed }: BrokerHardware,
  { traffic, index }: { readonly traffic: ClusterLoad; readonly index: number },
): number {
  const [flow, load, placement] = [traffic.topics[index], topics[index], placed[index]]
  if (flow === undefined || load === undefined || placement === undefined) return 0
  const tlsNs = workload.isEncrypted === true ? parameters.tlsByteCpuNs : 0
  const timesSent = flow.timesRead + load.topic.replicationFactor - 1
  const byteNs = parameters.byteCpuNs + tlsNs + timesSent * (parameters.sentByteCpuNs + tlsNs)
  const requests = flow.produceRequestsPerSec + flow.fetchRequestsPerSec + flow.markerRequestsPerSec
  return (
    requests * parameters.requestCpuUs +
    (flow.batchesPerSec + flow.markersPerSec) * parameters.batchCpuUs +
    placement.offeredRecordsPerSec * traffic.factor * parameters.recordCpuUs +
    (loggedBytesPerSec(flow) * byteNs) / 1_000
  )
}
