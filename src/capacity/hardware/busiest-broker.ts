/**
 * What the broker that has most of a workload is asked, all topics together.
 *
 * A topic's partitions are placed in turn, so that one broker has ceil(partitions / brokers) of them, the hottest among
 * them. Each topic begins at another broker: of several topics one broker seldom has the larger part of all. What it has
 * beyond its even part adds up as independent deviations do, as the root of the sum of their squares: exact for one
 * topic, never more for more brokers.
 */
import { partWithHottest } from '../hottest-partition.ts'
import type { Situation } from '../situation.ts'
import type { BrokerSituation } from './broker-situation.ts'

/** Traffic of one topic entry. */
type TopicTraffic = {
  readonly wireBytesPerSec: number
  readonly sentWireBytesPerSec: number
  readonly hottestWireBytesPerSec: number
  readonly batchesPerSec: number
  readonly produceRequestsPerSec: number
  readonly fetchRequestsPerSec: number
}

/** What a cluster is asked at a load factor, of each topic entry at its index. */
export type ClusterLoad = { readonly factor: number; readonly topics: readonly TopicTraffic[] }

/** What one broker is asked in a second. */
export type BrokerDemand = {
  /** Wire bytes from producers and from the leaders it follows. */
  readonly inBytesPerSec: number
  /** Wire bytes to consumers and to its followers. */
  readonly outBytesPerSec: number
  /** Wire bytes to its disks. */
  readonly writtenBytesPerSec: number
  /** The same as if all disks were as full as the fullest: a partition lies on one. */
  readonly fullestDiskBytesPerSec: number
  /** Wire bytes from its disks, to readers far behind the tail. */
  readonly diskReadBytesPerSec: number
  /** Batches that it appends as leader, and as follower. */
  readonly ledBatchesPerSec: number
  readonly followedBatchesPerSec: number
  /** Records that come to it as leader. */
  readonly recordsPerSec: number
  /** Produce and fetch requests of clients, and the produce requests into topics with followers among them. */
  readonly requestsPerSec: number
  readonly replicatedRequestsPerSec: number
}

/** The even part of one broker, and the squares of what the busiest has beyond it. */
type Sum = { even: number; beyondSquared: number }

/** The demand of the busiest broker. Grows with the traffic. */
export function busiestDemandAt(situation: Situation, hardware: BrokerSituation, traffic: ClusterLoad): BrokerDemand {
  const { brokers } = situation
  const { disks } = hardware
  const [into, out, written, diskRead] = [emptySum(), emptySum(), emptySum(), emptySum()]
  const fullestDisk = emptySum()
  const [led, appended, records] = [emptySum(), emptySum(), emptySum()]
  const [requests, replicated] = [emptySum(), emptySum()]
  for (const { topic, index, partitions, leaderBrokers, readers, laggingReaders } of situation.topics) {
    const shares = hardware.topics[index]
    const flow = traffic.topics[index]
    if (shares === undefined || flow === undefined) continue
    const [ledEven, keptEven] = [1 / brokers, topic.replicationFactor / brokers]
    // Those of every client come once to each broker that leads anything of the topic.
    const asked = flow.produceRequestsPerSec + flow.fetchRequestsPerSec
    add(requests, asked / leaderBrokers, asked * ledEven)
    const { wireBytesPerSec: wire, hottestWireBytesPerSec: hottest, batchesPerSec } = flow
    if (wire === 0) continue
    const ledWire = partWithHottest(wire, hottest, shares.ledPartitions, partitions)
    const keptWire = partWithHottest(wire, hottest, shares.keptPartitions, partitions)
    const [ledShare, keptShare] = [ledWire / wire, keptWire / wire]
    const copies = readers + topic.replicationFactor - 1
    // What producers send beyond what is stored, where brokers rewrite it.
    const moreSent = flow.sentWireBytesPerSec - wire
    add(into, keptWire + moreSent * ledShare, wire * keptEven + moreSent * ledEven)
    add(out, ledWire * copies, wire * copies * ledEven)
    add(written, keptWire, wire * keptEven)
    const ofFullest = Math.ceil(shares.keptPartitions / disks)
    const diskWire = disks === 1 ? keptWire : partWithHottest(wire, hottest, ofFullest, partitions) * disks
    add(fullestDisk, diskWire, wire * keptEven)
    add(diskRead, ledWire * laggingReaders, wire * laggingReaders * ledEven)
    add(led, batchesPerSec * ledShare, batchesPerSec * ledEven)
    add(appended, batchesPerSec * keptShare, batchesPerSec * keptEven)
    const recordsPerSec = shares.offeredRecordsPerSec * traffic.factor
    add(records, recordsPerSec * ledShare, recordsPerSec * ledEven)
    if (topic.replicationFactor > 1) {
      add(replicated, flow.produceRequestsPerSec / leaderBrokers, flow.produceRequestsPerSec * ledEven)
    }
  }
  const ledBatchesPerSec = totalOf(led)
  return {
    inBytesPerSec: totalOf(into),
    outBytesPerSec: totalOf(out),
    writtenBytesPerSec: totalOf(written),
    fullestDiskBytesPerSec: totalOf(fullestDisk),
    diskReadBytesPerSec: totalOf(diskRead),
    ledBatchesPerSec,
    followedBatchesPerSec: Math.max(0, totalOf(appended) - ledBatchesPerSec),
    recordsPerSec: totalOf(records),
    requestsPerSec: totalOf(requests),
    replicatedRequestsPerSec: totalOf(replicated),
  }
}

function emptySum(): Sum {
  return { even: 0, beyondSquared: 0 }
}

function add(sum: Sum, most: number, even: number): void {
  sum.even += even
  sum.beyondSquared += Math.max(0, most - even) ** 2
}

function totalOf({ even, beyondSquared }: Sum): number {
  return even + Math.sqrt(beyondSquared)
}
