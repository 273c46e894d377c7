import { describe, expect, it } from 'vitest'
import { catchUp } from '../../../src/capacity/catch-up.ts'
import { explainCatchUp } from '../../../src/capacity/explain-answers.ts'
import { dedicated, smallScenario } from './known-files.ts'

const tenMinutesMs = 600_000

/** 2 CKUs of 2020 take 100 MB/s in and 300 MB/s out; full batches of 31 records of 521 bytes are 522.97 bytes a record. */
function offering(ingressWireBytesPerSec: number, groups: number, change: { retentionMs?: number } = {}) {
  const recordWireBytes = 521 + 61 / 31
  return smallScenario({
    topic: { partitions: 60, ...change },
    producer: { peakRecordsPerSec: ingressWireBytesPerSec / recordWireBytes, lingerMs: 50, clients: 4 },
    group: groups === 0 ? null : { count: groups, members: 4 },
  })
}

describe('catchUp', () => {
  it('drains 10 min at 50 of 100 MB/s in 10 min, because half of the ingress is free', () => {
    const { cluster } = catchUp(offering(50e6, 1), dedicated, tenMinutesMs)
    expect(cluster.mostFactor).toBeCloseTo(2, 6)
    expect(cluster.drainMs).toBeCloseTo(tenMinutesMs, -1)
  })

  it('lets consumers catch up with the free egress: 50 of 300 MB/s, 10 min / (6 - 1)', () => {
    const { consumers } = catchUp(offering(50e6, 1), dedicated, tenMinutesMs)
    expect(consumers?.mostFactor).toBeCloseTo(6, 6)
    expect(consumers?.drainMs).toBeCloseTo(120_000, -1)
  })

  it('takes longer with more groups: 4 x 50 of 300 MB/s, 10 min / (1.5 - 1)', () => {
    const { consumers } = catchUp(offering(50e6, 4), dedicated, tenMinutesMs)
    expect(consumers?.drainMs).toBeCloseTo(2 * tenMinutesMs, -1)
  })

  it('is limited by the fullest partition if that is full first: 40 MB/s over 10 partitions of 15 MB/s out', () => {
    const scenario = offering(40e6, 1)
    const topics = scenario.workload.topics.map((topic) => ({ ...topic, partitions: 10 }))
    const few = { ...scenario, workload: { ...scenario.workload, topics } }
    expect(catchUp(few, dedicated, tenMinutesMs).consumers?.mostFactor).toBeCloseTo(15 / 4, 6)
  })

  it('lets consumers catch up while a limit on producers alone is full: 300 MB/s out of 100 MB/s that are written', () => {
    const answer = catchUp(offering(120e6, 1), dedicated, tenMinutesMs)
    // The cluster writes 100 of 120 MB/s, so its own backlog never drains. What consumers miss is 10 min of those 100 MB/s.
    expect(answer.cluster.drainMs).toBeNull()
    expect(answer.consumers?.mostFactor).toBeCloseTo(3, 6)
    expect(answer.consumers?.drainMs).toBeCloseTo(300_000, -1)
    expect(explainCatchUp(answer)).toEqual([
      'After 10 min without the cluster, the backlog never drains at this load (0.833 times the load: there is no spare capacity).',
      'After 10 min without consumers, the backlog is gone 5 min later (10 min / (3 - 1) = 5 min, in multiples of the 100 MB/s that are written).',
    ])
  })

  it('takes the members of a group against what is written: 240,000 records/s read of 191,216 written', () => {
    const scenario = offering(120e6, 1)
    const consumerGroups = scenario.workload.consumerGroups.map((group) => ({ ...group, mostRecordsPerSec: 60_000 }))
    const slow = { ...scenario, workload: { ...scenario.workload, consumerGroups } }
    // Four members read 240,000 records/s. 100 MB/s are 191,216 records/s of 522.97 bytes.
    expect(catchUp(slow, dedicated, tenMinutesMs).consumers?.mostFactor).toBeCloseTo(
      240_000 / (100e6 / (521 + 61 / 31)),
      4,
    )
  })

  it('never drains if reading is full, and says so: four groups read 75 of the 90 MB/s that are written', () => {
    const answer = catchUp(offering(90e6, 4), dedicated, tenMinutesMs)
    expect(answer.consumers?.drainMs).toBeNull()
    expect(answer.consumers?.mostFactor).toBeCloseTo(300 / 360, 6)
    expect(explainCatchUp(answer)[1]).toContain(
      'never drains at this load (0.833 times the load: there is no spare capacity)',
    )
  })

  it('never drains if writing and reading are full together: three groups of 120 MB/s offered', () => {
    const answer = catchUp(offering(120e6, 3), dedicated, tenMinutesMs)
    expect([answer.cluster.drainMs, answer.consumers?.drainMs]).toEqual([null, null])
  })

  it('says nothing about consumers if there are none', () => {
    expect(catchUp(offering(50e6, 0), dedicated, tenMinutesMs).consumers).toBeNull()
  })

  it('loses nothing of a topic with a retention just as long, or without consumers', () => {
    expect(catchUp(offering(50e6, 1, { retentionMs: tenMinutesMs }), dedicated, tenMinutesMs).lostTopics).toEqual([])
    expect(catchUp(offering(50e6, 0, { retentionMs: 300_000 }), dedicated, tenMinutesMs).lostTopics).toEqual([])
  })

  it('names topics whose retention deletes what consumers missed', () => {
    const answer = catchUp(offering(50e6, 1, { retentionMs: 300_000 }), dedicated, tenMinutesMs)
    expect(answer.lostTopics).toEqual(['events'])
    expect(explainCatchUp(answer)).toEqual([
      'After 10 min without the cluster, the backlog is gone 10 min later (10 min / (2 - 1) = 10 min).',
      'After 10 min without consumers, the backlog is gone 2 min later (10 min / (6 - 1) = 2 min).',
      'events keep their records for less than that: what consumers missed is deleted.',
    ])
  })
})
