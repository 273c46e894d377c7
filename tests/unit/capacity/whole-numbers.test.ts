import { describe, expect, it } from 'vitest'
import { solve } from '../../../src/capacity/solve.ts'
import { largestStep, stepText } from '../../../src/capacity/whole-numbers.ts'
import { dedicated, smallScenario } from './known-files.ts'

/** Eight synchronous senders of one client, without keys, in batches of 8 KiB. */
function solutionWith(recordValueBytes: number) {
  const scenario = smallScenario({
    topic: { partitions: 1 },
    producer: {
      ...{ clients: 1, peakRecordsPerSec: 1_000, lingerMs: 500, batchBytes: 8_192 },
      ...{ recordValueBytes, synchronousSenders: 8 },
    },
    group: null,
  })
  return solve(scenario, dedicated)
}

describe('a step between two workloads', () => {
  it('is the wait for the linger, where one record less in a batch lets its senders fill it', () => {
    // Nine records of 899 bytes need a ninth sender. Eight of 906 bytes fill the batch.
    const [before, after] = [solutionWith(890), solutionWith(899)]
    const step = largestStep(before.situation, after.situation)
    expect(step === null ? null : stepText(step)).toMatch(
      /^each synchronous sender of "producer" sends \d{3} records\/s, not 2$/,
    )
    const moved = after.headroom.factor / before.headroom.factor - 1
    expect(moved).toBeGreaterThan(100)
    expect(step?.relative).toBeCloseTo(moved, 0)
  })

  it('is none where nothing but sizes changes a little', () => {
    expect(largestStep(solutionWith(700).situation, solutionWith(701).situation)?.relative ?? 0).toBeLessThan(0.01)
  })
})
