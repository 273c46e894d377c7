/**
 * Demand on the busiest broker, over all topics.
 *
 * Kafka places the partitions of a topic round-robin, so one broker has ceil(partitions / brokers) of them, and the
 * hottest one is assumed to be among these. Each topic starts at another broker, so the larger parts of several topics
 * seldom fall on the same broker. Therefore the excess over an even share is added like independent deviations: the
 * root of the sum of squares. This is exact for one topic, and never grows with the number of brokers.
 */
import { partWithHottest } from '../hottest-partition.ts'
import type { Situation, TopicLoad } from '../situation.ts'
import { hottestLoggedBytesPerSec, loggedBytesPerSec, type TopicTraffic } from '../topic-traffic.ts'
import { coordinatorRecords, requestsPerTransaction } from '../transactions.ts'
import type { BrokerHardware } from './broker-hardware.ts'
import { flushesPerSec } from './flushing.ts'

/**
 * Traffic of one topic entry, before replication. Brokers handle compressed batches, so payload bytes do not matter to
 * them.
 */
type BrokerTraffic = Omit<TopicTraffic, 'payloadBytesPerSec'>

/** Traffic of the cluster at a load factor; topics by the index of their entry. */
export type ClusterLoad = { readonly factor: number; readonly topics: readonly BrokerTraffic[] }

/** Demand on one broker. */
export type BrokerDemand = {
  /** Wire bytes from producers, and from the leaders that it follows. */
  readonly inBytesPerSec: number
  /** Wire bytes to consumers and to its followers. */
  readonly outBytesPerSec: number
  /** Wire bytes written to its disks. */
  readonly writtenBytesPerSec: number
  /** Wire bytes read from its disks, by consumers that lag too far behind for the page cache. */
  readonly diskReadBytesPerSec: number
  /**
   * What its storage rate has to carry: the sum of bytes written and read, or, if that is more, the bytes/s of its busiest
   * disk x `bandwidthDisks` x `diskShare`. Disks are not equally busy, because each partition is on one of them.
   */
  readonly storageBytesPerSec: number
  /** Batches that it appends as leader. */
  readonly ledBatchesPerSec: number
  /** Batches that it appends as follower. */
  readonly followedBatchesPerSec: number
  /** Flushes of partitions that it leads. */
  readonly flushesPerSec: number
  /** Records that it receives as leader. */
  readonly recordsPerSec: number
  /** Requests of clients, and those that write the markers of transactions. */
  readonly requestsPerSec: number
  /** The produce requests among them into topics with followers. */
  readonly replicatedRequestsPerSec: number
}

/** Replicas of the coordinators' own topic (`transaction.state.log.replication.factor`). */
const coordinatorReplicas = 3

/**
 * A demand summed over topics: the even share of one broker, and the squares of the excess of the busiest broker over it.
 * Where the busiest broker has less than the even share, this shortfall is kept as a sum, a sum of squares and a sum of the
 * products of two topics each, so that no large numbers are subtracted.
 */
type Sum = {
  even: number
  excessSquared: number
  shortfall: number
  shortfallSquared: number
  shortfallProducts: number
}

/** What `BrokerDemand` is computed from. */
type Sums = {
  readonly into: Sum
  readonly out: Sum
  readonly written: Sum
  readonly diskRead: Sum
  /** Bytes of its busiest disk, times the number of disks. */
  readonly busiestDisk: Sum
  readonly led: Sum
  readonly followed: Sum
  readonly records: Sum
  readonly requests: Sum
  readonly replicated: Sum
  readonly flushed: Sum
}

/** The brokers over which topics are spread. */
type Spread = { readonly brokers: number; readonly hardware: BrokerHardware; readonly factor: number }

/** A topic entry with its traffic and the partitions of the busiest broker. */
type PlacedTopic = {
  readonly load: TopicLoad
  readonly flow: BrokerTraffic
  readonly placement: BrokerHardware['topics'][number]
}

/** The demand on the busiest broker. No part of it falls if the traffic grows, even if only one producer sends more. */
export function busiestDemandAt(situation: Situation, hardware: BrokerHardware, traffic: ClusterLoad): BrokerDemand {
  const { brokers } = situation
  const sums = emptySums()
  const spread = { brokers, hardware, factor: traffic.factor }
  for (const load of situation.topics) {
    const placement = hardware.topics[load.index]
    const flow = traffic.topics[load.index]
    if (placement === undefined || flow === undefined) continue
    addRequests(sums, load, flow, brokers)
    if (flow.wireBytesPerSec === 0) continue
    const topic = { load, flow, placement }
    addBytes(sums, topic, spread)
    addBatches(sums, topic, spread)
  }
  addCoordinators(traffic, brokers, sums)
  return demandOf(sums, hardware)
}

/** Every client sends its requests to all brokers that lead partitions of the topic, so these have equal shares. */
function addRequests(sums: Sums, { leaderBrokers, topic }: TopicLoad, flow: BrokerTraffic, brokers: number): void {
  const ledEven = 1 / brokers
  const { produceRequestsPerSec } = flow
  const requests = produceRequestsPerSec + flow.fetchRequestsPerSec + flow.markerRequestsPerSec
  add(sums.requests, requests / leaderBrokers, requests * ledEven)
  if (flow.wireBytesPerSec === 0 || topic.replicationFactor === 1) return
  add(sums.replicated, produceRequestsPerSec / leaderBrokers, produceRequestsPerSec * ledEven)
}

function addBytes(sums: Sums, { load, flow, placement }: PlacedTopic, { brokers, hardware }: Spread): void {
  const { topic, partitions } = load
  const { bandwidthDisks: disks } = hardware
  const { ledPartitions, replicaPartitions } = placement
  const [ledEven, replicaEven] = [1 / brokers, topic.replicationFactor / brokers]
  const wire = loggedBytesPerSec(flow)
  const hottest = hottestLoggedBytesPerSec(flow, partitions)
  const ledWire = partWithHottest(wire, hottest, ledPartitions, partitions)
  const replicaWire = partWithHottest(wire, hottest, replicaPartitions, partitions)
  const { timesRead, timesReadFromDisk } = flow
  const timesSent = timesRead + topic.replicationFactor - 1
  // Producers with an old message format send more bytes than brokers store.
  const conversionWire = flow.sentWireBytesPerSec - flow.wireBytesPerSec
  add(sums.into, replicaWire + (conversionWire * ledWire) / wire, wire * replicaEven + conversionWire * ledEven)
  add(sums.out, ledWire * timesSent, wire * timesSent * ledEven)
  add(sums.written, replicaWire, wire * replicaEven)
  const busiestDiskPartitions = Math.ceil(replicaPartitions / disks)
  const diskWire = disks === 1 ? replicaWire : partWithHottest(wire, hottest, busiestDiskPartitions, partitions) * disks
  add(sums.busiestDisk, diskWire, wire * replicaEven)
  add(sums.diskRead, ledWire * timesReadFromDisk, wire * timesReadFromDisk * ledEven)
}

/** Adds batches, records and flushes. */
function addBatches(sums: Sums, { load, flow, placement }: PlacedTopic, { brokers, hardware, factor }: Spread): void {
  const { topic, partitions } = load
  const { ledPartitions, replicaPartitions } = placement
  const [ledEven, replicaEven] = [1 / brokers, topic.replicationFactor / brokers]
  const { markersPerSec, hottestRecordsPerSec } = flow
  const batchesPerSec = flow.batchesPerSec + markersPerSec
  const hottestBatchesPerSec = flow.hottestBatchesPerSec + markersPerSec / partitions
  const ledBatches = partWithHottest(batchesPerSec, hottestBatchesPerSec, ledPartitions, partitions)
  const replicaBatches = partWithHottest(batchesPerSec, hottestBatchesPerSec, replicaPartitions, partitions)
  add(sums.led, ledBatches, batchesPerSec * ledEven)
  addDeviation(sums.followed, replicaBatches - ledBatches, batchesPerSec * (replicaEven - ledEven))
  const recordsPerSec = placement.offeredRecordsPerSec * factor
  const ledRecords = partWithHottest(recordsPerSec, hottestRecordsPerSec, ledPartitions, partitions)
  add(sums.records, ledRecords, recordsPerSec * ledEven)
  if (hardware.flushing === null || topic.flushMessages === undefined) return
  const flushes = flushesPerSec(topic.flushMessages, recordsPerSec, batchesPerSec)
  const inHottest = flushesPerSec(topic.flushMessages, hottestRecordsPerSec, hottestBatchesPerSec)
  add(sums.flushed, partWithHottest(flushes, inHottest, ledPartitions, partitions), flushes * ledEven)
}

function demandOf(sums: Sums, { diskShare }: BrokerHardware): BrokerDemand {
  const [writtenBytesPerSec, diskReadBytesPerSec] = [totalOf(sums.written), totalOf(sums.diskRead)]
  const ofBusiestDisk = (totalOf(sums.busiestDisk) + diskReadBytesPerSec) * diskShare
  return {
    inBytesPerSec: totalOf(sums.into),
    outBytesPerSec: totalOf(sums.out),
    writtenBytesPerSec,
    diskReadBytesPerSec,
    storageBytesPerSec: Math.max(writtenBytesPerSec + diskReadBytesPerSec, ofBusiestDisk),
    ledBatchesPerSec: totalOf(sums.led),
    // 0, except for rounding, if it leads every partition of which it has a replica.
    followedBatchesPerSec: Math.max(0, totalOf(sums.followed)),
    flushesPerSec: totalOf(sums.flushed),
    recordsPerSec: totalOf(sums.records),
    requestsPerSec: totalOf(sums.requests),
    replicatedRequestsPerSec: totalOf(sums.replicated),
  }
}

/** The coordinators of transactions: each client has one of its own, so brokers have equal shares of their work. */
function addCoordinators({ topics }: ClusterLoad, brokers: number, { requests, led, followed }: Sums): void {
  let commitRequestsPerSec = 0
  for (const flow of topics) commitRequestsPerSec += flow.commitRequestsPerSec
  if (commitRequestsPerSec === 0) return
  const recordsPerSec = (commitRequestsPerSec / requestsPerTransaction) * coordinatorRecords
  requests.even += commitRequestsPerSec / brokers
  led.even += recordsPerSec / brokers
  followed.even += (recordsPerSec / brokers) * (Math.min(coordinatorReplicas, brokers) - 1)
}

function emptySums(): Sums {
  return {
    into: emptySum(),
    out: emptySum(),
    written: emptySum(),
    diskRead: emptySum(),
    busiestDisk: emptySum(),
    led: emptySum(),
    followed: emptySum(),
    records: emptySum(),
    requests: emptySum(),
    replicated: emptySum(),
    flushed: emptySum(),
  }
}

function emptySum(): Sum {
  return { even: 0, excessSquared: 0, shortfall: 0, shortfallSquared: 0, shortfallProducts: 0 }
}

/** Adds a topic: what the busiest broker has of it, and the even share. */
function add(sum: Sum, busiest: number, even: number): void {
  sum.even += even
  sum.excessSquared += Math.max(0, busiest - even) ** 2
}

/**
 * Like `add`, but the busiest broker may also have less than the even share: a broker that leads more partitions than
 * the others follows fewer.
 */
function addDeviation(sum: Sum, busiest: number, even: number): void {
  const shortfall = Math.max(0, even - busiest)
  add(sum, busiest, Math.min(even, busiest))
  sum.shortfallProducts += shortfall * sum.shortfall
  sum.shortfall += shortfall
  sum.shortfallSquared += shortfall ** 2
}

/**
 * Shortfalls add up like independent deviations, too: to the root of the sum of squares. `even` lacks their plain sum, which
 * is larger by 2 x products / (sum + root), so that much is added again.
 */
function totalOf({ even, excessSquared, shortfall, shortfallSquared, shortfallProducts }: Sum): number {
  const kept = shortfall === 0 ? 0 : (2 * shortfallProducts) / (shortfall + Math.sqrt(shortfallSquared))
  return even + Math.sqrt(excessSquared) + kept
}
