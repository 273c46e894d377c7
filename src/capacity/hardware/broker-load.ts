/**
 * What a traffic asks of the busiest broker: bytes in and out, bytes to disk, processor time.
 */
import type { Figures } from '../../contracts/figures.ts'
import type { Situation } from '../situation.ts'
import type { BrokerSituation } from './broker-situation.ts'
import { fullnessTogether } from './work-under-way.ts'

/** Load of the broker that has most of it. */
export type BrokerLoad = {
  /** Wire bytes a second from producers and from the leaders it follows. */
  readonly inBytesPerSec: number
  /** Wire bytes a second to consumers and to its followers. */
  readonly outBytesPerSec: number
  /** Wire bytes a second to its disks. */
  readonly writtenBytesPerSec: number
  /** Wire bytes a second from its disks, to readers far behind the tail. */
  readonly diskReadBytesPerSec: number
  /** Batches a second that it appends as leader, and as follower. */
  readonly ledBatchesPerSec: number
  readonly followedBatchesPerSec: number
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

/** What a cluster is asked, of which the busiest broker takes its share. */
type ClusterLoad = {
  readonly figures: Figures
  readonly requestsPerSec: number
  readonly produceRequestsPerSec: number
  /** Of each topic entry, at its index. */
  readonly topics: readonly {
    readonly wireBytesPerSec: number
    readonly sentWireBytesPerSec: number
    readonly batchesPerSec: number
  }[]
}

/** The load of the busiest broker. Grows with the traffic. */
export function brokerLoadAt(situation: Situation, brokers: BrokerSituation, traffic: ClusterLoad): BrokerLoad {
  const bytes = bytesAt(situation, brokers, traffic)
  const { parameters, followerFactor, parallelism } = brokers
  const tlsNs = situation.workload.isEncrypted === true ? parameters.tlsByteCpuNs : 0
  const requests = traffic.requestsPerSec * brokers.requestShare * parameters.requestCpuUs * microsecond
  const batchSec = parameters.batchCpuUs * microsecond
  const led = bytes.ledBatchesPerSec * batchSec
  const followed = bytes.followedBatchesPerSec * batchSec
  const records = traffic.figures.recordsPerSec * brokers.mostLeaderShare * parameters.recordCpuUs * microsecond
  const received = bytes.inBytesPerSec * (parameters.byteCpuNs + tlsNs) * nanosecond
  const sent = bytes.outBytesPerSec * (parameters.sentByteCpuNs + tlsNs) * nanosecond
  const otherCores = parameters.idleCores + replicaFetchCores(situation, brokers, traffic) + followed
  const cores = (otherCores + (requests + led + records + received + sent) * followerFactor) / parallelism
  const { fullness, waitFactor } = fullnessOf(bytes, cores, brokers)
  // Field by field: a spread takes a third of a backtest's time.
  return {
    inBytesPerSec: bytes.inBytesPerSec,
    outBytesPerSec: bytes.outBytesPerSec,
    writtenBytesPerSec: bytes.writtenBytesPerSec,
    diskReadBytesPerSec: bytes.diskReadBytesPerSec,
    ledBatchesPerSec: bytes.ledBatchesPerSec,
    followedBatchesPerSec: bytes.followedBatchesPerSec,
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
  load: Omit<BrokerBytes, 'ledBatchesPerSec' | 'followedBatchesPerSec'>,
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
  const disks = (load.writtenBytesPerSec + load.diskReadBytesPerSec) / storageBytesPerSec
  return { fullness: Math.max(together, disks), waitFactor: fullest === 0 ? 1 : together / fullest }
}

/** Bytes and batches a second of one broker. */
type BrokerBytes = Omit<BrokerLoad, 'otherCores' | 'cores' | 'fullness' | 'waitFactor'>

function bytesAt(situation: Situation, brokers: BrokerSituation, traffic: ClusterLoad): BrokerBytes {
  let written = 0
  let moreSent = 0
  let out = 0
  let diskRead = 0
  let led = 0
  let followed = 0
  for (const [index, { topic, readers, laggingReaders }] of situation.topics.entries()) {
    const wire = traffic.topics[index]?.wireBytesPerSec ?? 0
    const shares = brokers.topics[index]
    if (shares === undefined) continue
    const copies = topic.replicationFactor - 1
    const batches = traffic.topics[index]?.batchesPerSec ?? 0
    led += batches * shares.leaderShare
    followed += batches * copies * shares.followerShare
    written += wire * (shares.leaderShare + copies * shares.followerShare)
    moreSent += ((traffic.topics[index]?.sentWireBytesPerSec ?? 0) - wire) * shares.leaderShare
    out += wire * shares.leaderShare * (readers + copies)
    diskRead += wire * shares.leaderShare * laggingReaders
  }
  return {
    // What producers send beyond what is stored, where brokers rewrite it.
    inBytesPerSec: written + moreSent,
    outBytesPerSec: out,
    writtenBytesPerSec: written,
    diskReadBytesPerSec: diskRead,
    ledBatchesPerSec: led,
    followedBatchesPerSec: followed,
  }
}

/**
 * Cores that replica fetches keep busy on one broker.
 *
 * A follower asks a leader again as soon as it was answered, and is answered as soon as there is a record: as often as
 * there are produce requests, twice as often with acks=all (once for the records, once to tell that they are there), at
 * most once a `replicaWaitUs`. A broker leads one such pair for each follower, and follows in as many.
 */
function replicaFetchCores(situation: Situation, brokers: BrokerSituation, traffic: ClusterLoad): number {
  const followers = brokers.mostFollowers
  if (followers === 0) return 0
  const { replicaWaitUs, replicaFetchCpuUs } = brokers.parameters
  const isReplicated = situation.workload.producers.some((producer) => producer.acks === 'all')
  const asked = traffic.produceRequestsPerSec * brokers.requestShare * (isReplicated ? 2 : 1)
  const fetchesPerSec = Math.min(asked, 1 / (replicaWaitUs * microsecond))
  return followers * fetchesPerSec * replicaFetchCpuUs * microsecond
}
