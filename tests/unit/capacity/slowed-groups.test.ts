import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { expectedFactors } from '../../../src/capacity/band.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { Offering } from '../../../src/contracts/offering.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'

vi.setConfig({ testTimeout: propertyTimeoutMs })

const anyOffering = fc.constantFrom(
  [dedicated, '2020-04', undefined],
  [shippedOffering('aws-msk-serverless'), undefined, undefined],
  [shippedOffering('google-managed-kafka'), undefined, undefined],
  [shippedOffering('apache-kafka-on-hosts'), '2020-01', 'm5.xlarge'],
) as fc.Arbitrary<[Offering, string | undefined, string | undefined]>

const anyGroups = fc.array(
  fc.record({
    members: fc.integer({ min: 1, max: 80 }),
    count: fc.integer({ min: 1, max: 6 }),
    mostRecordsPerSec: fc.option(fc.integer({ min: 100, max: 200_000 }), { nil: undefined }),
    laggingShare: fc.constantFrom(0, 0.5),
  }),
  { minLength: 2, maxLength: 5 },
)

/** A cluster that several groups read, and how much slower the first of them becomes. */
const slowed = fc.record({
  offering: anyOffering,
  groups: anyGroups,
  recordsPerSec: fc.integer({ min: 1_000, max: 600_000 }),
  most: fc.integer({ min: 100, max: 100_000 }),
  slower: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
})

function withFirst({ offering: [offering, asOf, tier], groups, recordsPerSec }: Slowed, most: number): Scenario {
  const named = groups.map((group, index) => ({ name: `group-${index}`, topic: 'events', ...group }))
  const [first, ...others] = named
  return smallScenario({
    topic: { partitions: 60 },
    producer: { peakRecordsPerSec: recordsPerSec, lingerMs: 20, clients: 20 },
    workload: {
      consumerGroups: first === undefined ? [] : [{ ...first, mostRecordsPerSec: most }, ...others],
      ...(tier === undefined ? {} : { clientFamily: 'java' as const }),
    },
    deployment: { offering: offering.id, size: 3, asOf, tier },
  })
}
type Slowed = typeof slowed extends fc.Arbitrary<infer Value> ? Value : never

describe('slowing one group', () => {
  // Limits that are full within 1e-9 of each other count as full together.
  const noise = 1e-8

  it('never lowers what another group reads, or what producers write', () => {
    let held = 0
    fc.assert(
      fc.property(slowed, (given) => {
        const [offering] = given.offering
        const before = solve(withFirst(given, given.most), offering)
        const after = solve(withFirst(given, given.most * given.slower), offering)
        fc.pre(before.refusals.length === 0)
        if (after.held.length > 0) held += 1
        for (const of of [(solution: typeof before) => solution.factors, expectedFactors]) {
          const [factors, slower] = [of(before), of(after)]
          const least = (factor: number | undefined) => Math.min(1, factor ?? 0) * (1 - noise)
          expect(slower.writing.likely).toBeGreaterThanOrEqual(least(factors.writing.likely))
          for (const [index, factor] of factors.reading.entries()) {
            if (index === 0) continue
            expect(slower.reading[index]?.likely).toBeGreaterThanOrEqual(least(factor.likely))
          }
        }
      }),
      propertyRuns(300),
    )
    expect(held).toBeGreaterThan(30)
  })

  it('leaves an egress that is the sum of what the groups read, and a lag that is the sum of theirs', () => {
    fc.assert(
      fc.property(slowed, (given) => {
        const [offering] = given.offering
        const prediction = predict(withFirst(given, given.most), offering)
        fc.pre(prediction.isFeasible)
        const { achievable, lag, consumerGroups = [] } = prediction
        for (const end of ['low', 'likely', 'high'] as const) {
          const sum = consumerGroups.reduce((total, group) => total + group.wireBytesPerSec[end] * group.count, 0)
          expect(Math.abs(sum - achievable.egressWireBytesPerSec[end])).toBeLessThanOrEqual(noise * sum + 0.001)
        }
        const growth = consumerGroups.reduce((total, group) => total + group.lagGrowthBytesPerSec.likely, 0)
        expect(lag?.growthBytesPerSec.likely ?? 0).toBeCloseTo(growth, 3)
        for (const { readShare, binding } of consumerGroups) expect(binding.length > 0).toBe(readShare < 1)
      }),
      propertyRuns(300),
    )
  })
})
