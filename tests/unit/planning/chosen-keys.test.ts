import { describe, expect, it } from 'vitest'
import { hottestPartitionShare } from '../../../src/capacity/hottest-partition.ts'
import { chooseFirstKey, placedShare } from '../../../src/planning/chosen-keys.ts'
import { planRun } from '../../../src/planning/plan-run.ts'
import { createPartitionChooser } from '../../../src/runner/worker/partition-chooser.ts'
import { smallScenario } from '../capacity/known-files.ts'

const cases = [
  [500, 1.1, 6],
  [10_000, 1.36, 6],
  [1_000, 0.9, 12],
  [200, 0.8, 8],
  [1_000_000, 1.5, 3],
  [40, 2, 4],
] as const

describe('the keys of a run', () => {
  it.each(cases)('of %i keys with exponent %d give the hottest of %i partitions its predicted share', (...given) => {
    const [distinct, exponent, partitions] = given
    const keys = { kind: 'zipf', distinct, exponent } as const
    const { share } = hottestPartitionShare(keys, partitions)
    const first = chooseFirstKey(keys, partitions)
    expect(Math.abs(placedShare(keys, partitions, first) - share)).toBeLessThan(0.015)
    // No other keys could be worse than those that were chosen, and some are.
    const others = Array.from({ length: 32 }, (_, set) =>
      Math.abs(placedShare(keys, partitions, 1 + set * 1_000) - share),
    )
    expect(Math.max(...others)).toBeGreaterThan(0.015)
  })

  it('go to the partitions that the choice counts on', () => {
    const keys = { kind: 'zipf', distinct: 500, exponent: 1.3 } as const
    const scenario = smallScenario({ topic: { partitions: 6 }, producer: { keys, recordKeyBytes: 8 } })
    const [producer] = planRun(scenario, { runId: 'r1', brokers: 3, quotaWindowMs: 11_000 }).plan.producers
    if (producer?.partitioning.kind !== 'keys') throw new Error('expected keys')
    const { firstKey = 1 } = producer.partitioning
    const chooser = createPartitionChooser(producer, { partitions: 6, producerIndex: 0, seed: 1 })
    const counts = new Array<number>(6).fill(0)
    for (let record = 0; record < 50_000; record += 1) {
      chooser.next(100)
      counts[chooser.partition] = (counts[chooser.partition] ?? 0) + 1
    }
    expect(Math.max(...counts) / 50_000).toBeCloseTo(placedShare(keys, 6, firstKey), 2)
  })

  it('begin with 1 where the choice changes nothing', () => {
    expect(chooseFirstKey({ kind: 'none' }, 6)).toBe(1)
    expect(chooseFirstKey({ kind: 'zipf', distinct: 500, exponent: 1 }, 1)).toBe(1)
    expect(chooseFirstKey({ kind: 'uniform', distinct: 1_000_000 }, 6)).toBe(1)
  })
})
