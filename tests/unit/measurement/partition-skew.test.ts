import { describe, expect, it } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import { partitionSkewOver } from '../../../src/measurement/partition-skew.ts'
import { secondsOf } from './counted-seconds.ts'
import { planOf } from './simulated-run.ts'

/** `p0` writes to a topic with four partitions, `p1` to one with two. */
const plan: RunPlan = {
  ...planOf({ producers: 2, groups: 0 }),
  topics: [
    { name: 'orders', partitions: 4, replicationFactor: 1, configs: {} },
    { name: 'payments', partitions: 2, replicationFactor: 1, configs: {} },
  ],
  producers: planOf({ producers: 2, groups: 0 }).producers.map((producer, index) => ({
    ...producer,
    topic: index === 0 ? 'orders' : 'payments',
  })),
}

describe('how uneven partitions are', () => {
  it('is said of the most uneven topic, with the records of its own producers alone', () => {
    const even = { producerId: 'p0', ackedRecordsByPartition: { '0': 10, '1': 10, '2': 10, '3': 10 } }
    const uneven = { producerId: 'p1', ackedRecordsByPartition: { '0': 90, '1': 10 } }
    expect(partitionSkewOver(plan, secondsOf([{ producers: [even, uneven] }]))).toBeCloseTo(1.8)
  })

  it('is known of a topic with as many partitions as a topic can have', () => {
    const many = { ...plan, topics: [{ name: 'payments', partitions: 200_000, replicationFactor: 1, configs: {} }] }
    const even = Object.fromEntries(Array.from({ length: 200_000 }, (_, partition) => [String(partition), 1]))
    const written = { producerId: 'p1', ackedRecordsByPartition: even }
    expect(partitionSkewOver(many, secondsOf([{ producers: [written] }]))).toBeCloseTo(1)
  })

  it('is counted over all seconds, in which a partition that is hot now makes up for one that was', () => {
    const first = { producerId: 'p1', ackedRecordsByPartition: { '0': 90, '1': 10 } }
    const second = { producerId: 'p1', ackedRecordsByPartition: { '0': 10, '1': 90 } }
    expect(partitionSkewOver(plan, secondsOf([{ producers: [first] }, { producers: [second] }]))).toBe(1)
  })

  it('is not known where nothing was acknowledged', () => {
    const nothing = { producerId: 'p0', ackedRecordsByPartition: { '0': 0 } }
    expect(partitionSkewOver(plan, secondsOf([{ producers: [nothing] }]))).toBeNull()
  })
})
