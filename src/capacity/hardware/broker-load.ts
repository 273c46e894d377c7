/**
 * What a traffic asks of the busiest broker: bytes in and out, bytes to disk, processor time.
 */
import type { Situation } from '../situation.ts'
import type { BrokerSituation } from './broker-situation.ts'
import { type BrokerDemand, busiestDemandAt, type ClusterLoad } from './busiest-broker.ts'
import { fullnessTogether } from './work-under-way.ts'

/** Load of the broker that has most of it. */
export type BrokerLoad = Omit<BrokerDemand, 'recordsPerSec' | 'requestsPerSec' | 'replicatedRequestsPerSec'> & {
  /** Cores busy with all but the producers' own requests: idling, replica fetches, appending as a follower. */
  readonly otherCores: number
  /** Cores busy, all together. */
  readonly cores: number
  /** How full the broker is; 1 is all that it carries. */
  readonly fullness: number
  /** By how much processors and network are fuller because they wait for each other; 1 is not at all. */
  readonly waitFactor: number
}

const microsecond = 1e-6
const nanosecond = 1e-9

/** The load of the busiest broker. Grows with the traffic. */
export function brokerLoadAt(situation: Situation, brokers: BrokerSituation, traffic: ClusterLoad): BrokerLoad {
  const demand = busiestDemandAt(situation, brokers, traffic)
  const { parameters, followerFactor, parallelism } = brokers
  const tlsNs = situation.workload.isEncrypted === true ? parameters.tlsByteCpuNs : 0
  const requests = demand.requestsPerSec * parameters.requestCpuUs * microsecond
  const batchSec = parameters.batchCpuUs * microsecond
  const led = demand.ledBatchesPerSec * batchSec
  const followed = demand.followedBatchesPerSec * batchSec
  const records = demand.recordsPerSec * parameters.recordCpuUs * microsecond
  const received = demand.inBytesPerSec * (parameters.byteCpuNs + tlsNs) * nanosecond
  const sent = demand.outBytesPerSec * (parameters.sentByteCpuNs + tlsNs) * nanosecond
  const fetches = replicaFetchCores(situation, brokers, demand.replicatedRequestsPerSec)
  const otherCores = parameters.idleCores + fetches + followed
  const cores = (otherCores + (requests + led + records + received + sent) * followerFactor) / parallelism
  const { fullness, waitFactor } = fullnessOf(demand, cores, brokers)
  // Field by field: a spread takes a third of a backtest's time.
  return {
    inBytesPerSec: demand.inBytesPerSec,
    outBytesPerSec: demand.outBytesPerSec,
    writtenBytesPerSec: demand.writtenBytesPerSec,
    fullestDiskBytesPerSec: demand.fullestDiskBytesPerSec,
    diskReadBytesPerSec: demand.diskReadBytesPerSec,
    ledBatchesPerSec: demand.ledBatchesPerSec,
    followedBatchesPerSec: demand.followedBatchesPerSec,
    otherCores,
    cores,
    fullness: fullness / situation.context.capacityScale,
    waitFactor,
  }
}

/**
 * How full a broker is. Each piece of work passes the processors twice (a network thread, then a request handler) and the
 * network in and out, and waits for each; it does not wait for the disks, which write what the page cache holds.
 */
function fullnessOf(
  load: BrokerDemand,
  busyCores: number,
  { cores, parameters, network, storage, storageShare }: BrokerSituation,
): Pick<BrokerLoad, 'fullness' | 'waitFactor'> {
  const networkBytesPerSec = (network?.sustainedBytesPerSec ?? Number.POSITIVE_INFINITY) * parameters.networkEfficiency
  const storageBytesPerSec = (storage?.sustainedBytesPerSec ?? Number.POSITIVE_INFINITY) * storageShare
  const processors = busyCores / cores
  const networkIn = load.inBytesPerSec / networkBytesPerSec
  const networkOut = load.outBytesPerSec / networkBytesPerSec
  const together = fullnessTogether([processors, processors, networkIn, networkOut], parameters.workUnderWay)
  const fullest = Math.max(processors, networkIn, networkOut)
  const disks = (load.fullestDiskBytesPerSec + load.diskReadBytesPerSec) / storageBytesPerSec
  return { fullness: Math.max(together, disks), waitFactor: fullest === 0 ? 1 : together / fullest }
}

/**
 * Cores that replica fetches keep busy on one broker.
 *
 * A follower asks a leader again as soon as it was answered, and is answered as soon as there is a record: as often as
 * there are produce requests, twice as often with acks=all (once for the records, once to tell that they are there), at
 * most once a `replicaWaitUs`. A broker leads one such pair for each follower, and follows in as many.
 */
function replicaFetchCores(situation: Situation, brokers: BrokerSituation, requestsPerSec: number): number {
  const followers = brokers.mostFollowers
  if (followers === 0) return 0
  const { replicaWaitUs, replicaFetchCpuUs } = brokers.parameters
  const isReplicated = situation.workload.producers.some((producer) => producer.acks === 'all')
  const asked = requestsPerSec * (isReplicated ? 2 : 1)
  const fetchesPerSec = Math.min(asked, 1 / (replicaWaitUs * microsecond))
  return followers * fetchesPerSec * replicaFetchCpuUs * microsecond
}
