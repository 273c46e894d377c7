import { describe, expect, it } from 'vitest'
import { clusterReading } from '../../../../src/contracts/cluster-reading.ts'
import type { ReadingPart } from '../../../../src/contracts/reading-part.ts'
import { assembleReading } from '../../../../src/measurement/reading/assemble-reading.ts'
import { clusterPart, topicsPart } from './known-parts.ts'

const cost = {
  requests: 10,
  requestBytes: 100,
  responseBytes: 1_000,
  sampledBytes: 400,
  requestsByApi: { Metadata: 2, Fetch: 8 },
  connections: 1,
  throttled: 0,
  durationMs: 5,
}

const topics = topicsPart(2)

function snapshot(atEpochMs: number, end: readonly (number | null)[], start = end.map(() => 0)): ReadingPart {
  return { part: 'offsets', topics: [{ topic: 'orders', atEpochMs: end.map(() => atEpochMs), start, end: [...end] }] }
}

/** The reading of these parts, which must be one that may be kept. */
function readingOf(...parts: readonly ReadingPart[]) {
  const reading = clusterReading.parse(assembleReading([clusterPart, topics, ...parts]))
  const [orders] = reading.topics
  if (orders === undefined) throw new Error('the topic is missing')
  return { reading, orders }
}

describe('the reading made of its parts', () => {
  it('is none without the cluster', () => {
    expect(assembleReading([topics])).toBeNull()
  })

  it('has the rate of all partitions through snapshots that lack those of a broker that is away', () => {
    const { orders } = readingOf(
      ...[snapshot(10_000, [100, 100]), snapshot(12_000, [120, 120]), snapshot(14_000, [140, null])],
      ...[snapshot(16_000, [160, null]), snapshot(18_000, [180, 180])],
    )
    expect(orders.written).toEqual([
      { fromEpochMs: 10_000, toEpochMs: 12_000, records: 40 },
      { fromEpochMs: 12_000, toEpochMs: 18_000, records: 120 },
    ])
  })

  it('goes on with the partitions that are there if the others stay away, and takes them back', () => {
    const away = Array.from({ length: 12 }, (_, index) => snapshot(12_000 + index * 1000, [110 + index * 10, null]))
    const back = [snapshot(24_000, [230, 500]), snapshot(25_000, [240, 510])]
    const { orders } = readingOf(snapshot(10_000, [90, 90]), snapshot(11_000, [100, 100]), ...away, ...back)
    const rates = orders.written.map(({ fromEpochMs, toEpochMs, records }) => {
      return [toEpochMs - fromEpochMs, (records * 1000) / (toEpochMs - fromEpochMs)]
    })
    // Both; ten snapshots without the second and the one that ends the wait; the first alone, twice; both again.
    expect(rates).toEqual([
      [1000, 20],
      [11_000, 10],
      [1000, 10],
      [1000, 10],
      [1000, 20],
    ])
  })

  it('has the first and the last snapshot of each partition, and the records written between consecutive ones', () => {
    const { orders } = readingOf(snapshot(10_000, [100, 50]), snapshot(12_000, [160, 50]), snapshot(14_000, [200, 60]))
    expect(orders.partitions.map(({ first, last }) => [first?.end, last?.end])).toEqual([
      [100, 200],
      [50, 60],
    ])
    expect(orders.written).toEqual([
      { fromEpochMs: 10_000, toEpochMs: 12_000, records: 60 },
      { fromEpochMs: 12_000, toEpochMs: 14_000, records: 50 },
    ])
  })

  it('starts anew with a partition that lost records, because its topic was created again', () => {
    const { orders } = readingOf(snapshot(10_000, [100, 50]), snapshot(12_000, [5, 60]), snapshot(14_000, [9, 70]))
    expect(orders.partitions.map(({ first, last }) => [first?.end, last?.end])).toEqual([
      [5, 9],
      [50, 70],
    ])
    expect(orders.written.map(({ records }) => records)).toEqual([10, 14])
  })

  it('leaves out what a snapshot did not report', () => {
    const { orders } = readingOf(snapshot(10_000, [100, null]), snapshot(12_000, [160, 20]))
    expect(orders.partitions.map(({ first, last }) => [first?.end, last?.end])).toEqual([
      [100, 160],
      [20, 20],
    ])
    expect(orders.written.map(({ records }) => records)).toEqual([60])
  })

  it('keeps a partition that a group never committed apart from one at offset 0', () => {
    const group = { groupId: 'g', protocolType: 'consumer', protocol: 'classic', state: 'Stable', members: [] } as const
    const commits = (atEpochMs: number, offsets: (number | null)[]): ReadingPart => ({
      part: 'committed',
      groupId: 'g',
      atEpochMs,
      topics: [{ topic: 'orders', partitions: [0, 1], offsets }],
    })
    const groups: ReadingPart = { part: 'groups', groups: [{ ...group, members: [] }] }
    const { reading } = readingOf(groups, commits(10_000, [0, null]), commits(20_000, [70, null]))
    expect(reading.groups?.[0]?.committed).toEqual([
      {
        topic: 'orders',
        partitions: [0, 1],
        firstAtEpochMs: 10_000,
        lastAtEpochMs: 20_000,
        first: [0, null],
        last: [70, null],
      },
    ])
  })

  it('adds the log sizes of all replicas, and knows the leader’s', () => {
    const sizes = (brokerId: number, bytes: number[]): ReadingPart => {
      return { part: 'log-sizes', brokerId, topics: [{ topic: 'orders', partitions: [0, 1], bytes }] }
    }
    const { reading, orders } = readingOf(sizes(1, [10, 20]), sizes(2, [8, 20]))
    expect(orders.replicaLogBytes).toBe(58)
    expect(orders.partitions.map(({ leaderLogBytes }) => leaderLogBytes)).toEqual([10, 20])
    expect(reading.brokers.map(({ logBytes }) => logBytes)).toEqual([30])
  })

  it('breaks off without an end, and is complete after a second attempt, whose cost is added', () => {
    const broken = [snapshot(10_000, [100, 50]), { part: 'cost', atEpochMs: 11_000, cost } as const]
    expect(readingOf(...broken).reading).toMatchObject({ isComplete: false, endedAtEpochMs: 11_000 })
    const again = { ...clusterPart, startedAtEpochMs: 20_000 }
    const end = { part: 'end', atEpochMs: 30_000, endedEarlyBecause: null } as const
    const { reading, orders } = readingOf(
      ...broken,
      again,
      topics,
      snapshot(21_000, [400, 50]),
      { part: 'cost', atEpochMs: 29_000, cost },
      end,
    )
    expect(reading).toMatchObject({ isComplete: true, startedAtEpochMs: 1_000, endedAtEpochMs: 30_000 })
    expect(reading.cost).toMatchObject({ requests: 20, requestsByApi: { Metadata: 4, Fetch: 16 } })
    expect(orders.partitions[0]?.first?.end).toBe(100)
  })
})
