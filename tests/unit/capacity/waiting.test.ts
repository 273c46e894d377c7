import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { PredictionContext } from '../../../src/contracts/prediction-context.ts'
import { dedicated, smallScenario } from './known-files.ts'

type Parts = Parameters<typeof smallScenario>[0]

/** Single records of many clients on one CKU of 2026: 60 MB/s in, 15,000 requests/s, no readers. */
function singleRecords(producer: Parts['producer'], change: Parts = {}) {
  return smallScenario({
    topic: { partitions: 60 },
    producer: { clients: 50, peakRecordsPerSec: 60_000, recordValueBytes: 512, lingerMs: 0, ...producer },
    group: null,
    deployment: { size: 1, asOf: '2026-11' },
    ...change,
  })
}

const requestsOf = ({ reached }: ReturnType<typeof solve>) => reached.requestsPerSec

describe('producers that a service throttles', () => {
  it('wait, and their records fill batches: 15,000 requests/s carry more than 15,000 single records', () => {
    const prediction = predict(singleRecords({}), dedicated)
    expect(prediction.headroom).toBeCloseTo(0.25, 6)
    expect(prediction.binding.map(({ dimension }) => dimension)).toEqual(['requests'])
    expect(prediction.achievable.recordsPerSec.likely).toBeCloseTo(60_000, 0)
  })

  it('wait no longer than they have to: the limit is then just full', () => {
    expect(requestsOf(solve(singleRecords({}), dedicated))).toBeCloseTo(15_000, 0)
    const more = solve(singleRecords({ peakRecordsPerSec: 90_000 }), dedicated)
    expect(requestsOf(more)).toBeCloseTo(15_000, 0)
  })

  it('get what full batches carry at most: 31 of 522 bytes and a header', () => {
    const prediction = predict(singleRecords({ peakRecordsPerSec: 1_000_000 }), dedicated)
    const wireBytes = (61 + 31 * 523) / 31
    expect(prediction.achievable.recordsPerSec.likely / (60e6 / wireBytes)).toBeCloseTo(1, 2)
  })

  it('do not wait where nothing is full', () => {
    const solution = solve(singleRecords({ peakRecordsPerSec: 14_000 }), dedicated)
    expect(solution.reached.waitingShare).toBe(0)
    expect(requestsOf(solution)).toBeCloseTo(14_000, 6)
  })

  it('do not wait where a limit on consumers alone comes first: these are throttled, and fall behind', () => {
    const readers = { name: 'group', count: 40, topic: 'events' }
    const scenario = smallScenario({
      topic: { partitions: 60 },
      producer: { clients: 50, peakRecordsPerSec: 9_000, recordValueBytes: 512, lingerMs: 0 },
      group: readers,
      deployment: { size: 1, asOf: '2020-04' },
    })
    const solution = solve(scenario, dedicated)
    expect(solution.headroom.binding.map(({ dimension }) => dimension)).toEqual(['egress'])
    expect(solution.headroom).toBe(solution.growth)
    expect(solution.reached.waitingShare).toBe(0)
  })

  it('gather no more than the 120 s bring that a record may wait: 0.7 records more at one in 167 s', () => {
    const rare = { clients: 5_000, peakRecordsPerSec: 30_000, keys: { kind: 'uniform' as const }, recordKeyBytes: 8 }
    const scenario = singleRecords(rare, { topic: { partitions: 1_000 } })
    const { achievable, headroom } = predict(scenario, dedicated)
    expect(headroom).toBeCloseTo(0.5, 6)
    // r records/s in batches of 1 + 120 r / 5,000 clients / 1,000 partitions are 15,000 batches/s.
    const rate = 15_000 / (1 - (15_000 * 120) / 5e6)
    expect(achievable.recordsPerSec.likely / rate).toBeCloseTo(1, 2)
  })
})

describe('producers under quotas, as the laboratory has them', () => {
  /** 4,000 records/s of 50 bytes, against a quota of so many bytes/s that counts whole requests. */
  function underQuota(bytesPerSec: number) {
    const context: Partial<PredictionContext> = { capacityScale: bytesPerSec / 50e6, allowsBurst: false, brokers: 1 }
    const scenario = smallScenario({
      topic: { partitions: 20, replicationFactor: 1 },
      producer: { clients: 1, peakRecordsPerSec: 4_000, recordValueBytes: 50, lingerMs: 0 },
      group: null,
      workload: { clientFamily: 'java' },
      deployment: { size: 1, asOf: '2020-04' },
    })
    return predict(scenario, dedicated, context)
  }

  it('carry the whole load of 4,000 records/s where single ones would need twice the quota', () => {
    const prediction = underQuota(300_000)
    expect(prediction.headroom).toBeLessThan(0.5)
    expect(prediction.achievable.recordsPerSec.likely).toBeCloseTo(4_000, 0)
  })

  it('carry in full batches what was measured, 2,654 records/s, within 5 %', () => {
    const { likely } = underQuota(150_000).achievable.recordsPerSec
    expect(Math.abs(likely / 2_654 - 1)).toBeLessThan(0.05)
  })
})
