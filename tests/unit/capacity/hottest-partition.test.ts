import { describe, expect, it } from 'vitest'
import { harmonic, hottestPartitionShare } from '../../../src/capacity/hottest-partition.ts'
import { createRandom } from '../../../src/contracts/seeded-random.ts'
import type { Keys } from '../../../src/contracts/workload.ts'

/** Mean largest share when keys of these weights are thrown into partitions again and again. */
function simulatedShare(keys: Keys, partitions: number): number {
  if (keys.kind === 'none') return 1 / partitions
  const exponent = keys.kind === 'zipf' ? keys.exponent : 0
  const weights = Array.from({ length: keys.distinct }, (_, index) => (index + 1) ** -exponent)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const random = createRandom(7)
  const rounds = Math.max(60, Math.min(2000, Math.round(400_000 / keys.distinct)))
  let sum = 0
  for (let round = 0; round < rounds; round++) {
    const loads = new Float64Array(partitions)
    for (const weight of weights) {
      const at = Math.floor(random() * partitions)
      loads[at] = (loads[at] ?? 0) + weight
    }
    sum += Math.max(...loads) / total
  }
  return sum / rounds
}

describe('the share of the hottest partition', () => {
  it('is even without keys and whole with one partition', () => {
    expect(hottestPartitionShare({ kind: 'none' }, 108).share).toBe(1 / 108)
    expect(hottestPartitionShare({ kind: 'zipf', distinct: 10, exponent: 1 }, 1).share).toBe(1)
  })

  it.each([
    [{ kind: 'uniform', distinct: 1 }, 12],
    [{ kind: 'uniform', distinct: 2 }, 12],
    [{ kind: 'uniform', distinct: 30 }, 12],
    [{ kind: 'uniform', distinct: 1000 }, 12],
    [{ kind: 'uniform', distinct: 10_000 }, 108],
    [{ kind: 'uniform', distinct: 50 }, 400],
    [{ kind: 'zipf', distinct: 20, exponent: 0.1 }, 12],
    [{ kind: 'zipf', distinct: 1000, exponent: 0.5 }, 12],
    [{ kind: 'zipf', distinct: 10_000, exponent: 0.8 }, 108],
    [{ kind: 'zipf', distinct: 10_000, exponent: 1 }, 108],
    [{ kind: 'zipf', distinct: 10_000, exponent: 1.5 }, 1000],
    [{ kind: 'zipf', distinct: 1000, exponent: 2.5 }, 3],
  ] as const)('agrees with a simulation of %o over %i partitions', (keys, partitions) => {
    const simulated = simulatedShare(keys, partitions)
    expect(Math.abs(hottestPartitionShare(keys, partitions).share / simulated - 1)).toBeLessThan(0.06)
  })

  it('sums powers as exactly as term by term', () => {
    for (const [n, s] of [
      [15, 1],
      [5000, 1],
      [5000, 0.1],
      [5000, 2.5],
    ] as const) {
      let sum = 0
      for (let k = 1; k <= n; k++) sum += k ** -s
      expect(harmonic(n, s) / sum).toBeCloseTo(1, 7)
    }
  })
})
