/**
 * The load of the busiest broker: bytes in and out, disk bytes, busy cores, and its utilisation.
 */
import type { Situation } from '../situation.ts'
import type { BrokerHardware } from './broker-hardware.ts'
import { type BrokerDemand, busiestDemandAt, type ClusterLoad } from './busiest-broker.ts'
import { flushUtilisation } from './flush-load.ts'
import { parallelism } from './parallelism.ts'
import { contendedUtilisation } from './work-under-way.ts'

/** Load of the busiest broker. */
export type BrokerLoad = Omit<BrokerDemand, 'recordsPerSec' | 'requestsPerSec' | 'replicatedRequestsPerSec'> & {
  /** Cores busy with work other than client requests: background work, replica fetches, batches appended as follower. */
  readonly otherCores: number
  /** Share of the processors that the partitions can keep busy. */
  readonly parallelism: number
  /** All busy cores; those that the partitions leave idle count as busy. */
  readonly cores: number
  /** Utilisation of the broker, contention included; 1 is all that it can carry. */
  readonly utilisation: number
  /** Factor by which contention between processors and network raises their utilisation; 1 without contention. */
  readonly contentionFactor: number
}

const microsecond = 1e-6
const nanosecond = 1e-9

/** The load of the busiest broker. No part of it falls if the traffic grows. */
export function brokerLoadAt(situation: Situation, brokers: BrokerHardware, traffic: ClusterLoad): BrokerLoad {
  const demand = busiestDemandAt(situation, brokers, traffic)
  const { parameters, followerFactor } = brokers
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
  const busyShare = parallelism(situation, brokers, traffic)
  const cores = (otherCores + (requests + led + records + received + sent) * followerFactor) / busyShare
  const { utilisation, contentionFactor } = utilisationOf(demand, cores, brokers)
  const flushing = flushUtilisation(situation, brokers.flushing, demand.flushesPerSec, traffic)
  // Field by field, because a spread here takes a third of a backtest's time.
  return {
    inBytesPerSec: demand.inBytesPerSec,
    outBytesPerSec: demand.outBytesPerSec,
    writtenBytesPerSec: demand.writtenBytesPerSec,
    diskReadBytesPerSec: demand.diskReadBytesPerSec,
    storageBytesPerSec: demand.storageBytesPerSec,
    ledBatchesPerSec: demand.ledBatchesPerSec,
    followedBatchesPerSec: demand.followedBatchesPerSec,
    flushesPerSec: demand.flushesPerSec,
    otherCores,
    parallelism: busyShare,
    cores,
    utilisation: Math.max(utilisation, flushing) / situation.context.capacityScale,
    contentionFactor,
  }
}

/**
 * Utilisation of a broker. Each request uses the processors twice (network thread and request handler) and the network in
 * and out, one after the other, and may wait for each. It does not wait for the disks, because brokers write to the page
 * cache; so the disks are a limit of their own.
 */
function utilisationOf(
  load: BrokerDemand,
  busyCores: number,
  { cores, parameters, networkIn: inPort, networkOut: outPort, storage, storageEfficiency }: BrokerHardware,
): Pick<BrokerLoad, 'utilisation' | 'contentionFactor'> {
  const { networkEfficiency } = parameters
  const inBytesPerSec = (inPort?.sustainedBytesPerSec ?? Number.POSITIVE_INFINITY) * networkEfficiency
  const outBytesPerSec = (outPort?.sustainedBytesPerSec ?? Number.POSITIVE_INFINITY) * networkEfficiency
  const storageBytesPerSec = (storage?.sustainedBytesPerSec ?? Number.POSITIVE_INFINITY) * storageEfficiency
  const processors = busyCores / cores
  const networkIn = load.inBytesPerSec / inBytesPerSec
  const networkOut = load.outBytesPerSec / outBytesPerSec
  const contended = contendedUtilisation([processors, processors, networkIn, networkOut], parameters.workUnderWay)
  const highest = Math.max(processors, networkIn, networkOut)
  const disks = load.storageBytesPerSec / storageBytesPerSec
  return { utilisation: Math.max(contended, disks), contentionFactor: highest === 0 ? 1 : contended / highest }
}

/**
 * Cores that replica fetches keep busy on one broker.
 *
 * A follower sends the next fetch as soon as it has the response, and a leader responds as soon as there is a record. So
 * there are as many fetches as produce requests, twice as many with acks=all (the second one tells the leader that the
 * records are replicated), and at most one per `replicaWaitUs`. For each replica besides the leader, a broker leads one such
 * pair of brokers, and follows in another.
 */
function replicaFetchCores(situation: Situation, brokers: BrokerHardware, requestsPerSec: number): number {
  const followers = brokers.maxFollowers
  if (followers === 0) return 0
  const { replicaWaitUs, replicaFetchCpuUs } = brokers.parameters
  const isAcksAll = situation.workload.producers.some((producer) => producer.acks === 'all')
  const wantedPerSec = requestsPerSec * (isAcksAll ? 2 : 1)
  const fetchesPerSec = Math.min(wantedPerSec, 1 / (replicaWaitUs * microsecond))
  return followers * fetchesPerSec * replicaFetchCpuUs * microsecond
}
