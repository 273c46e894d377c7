/**
 * `compare` and `predict` give the same answer for one deployment: the size, its fullest limit, whether it fits, the factor, the rates
 * and the chance.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparedOffering, compareOfferings } from '../../../src/capacity/compare-offerings.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { atSize } from '../../../src/capacity/size-answers.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { type Case, cases } from './random-scenarios.ts'

/** The same case with the replicas that the service keeps, and on a cloud that it runs on: most random ones are refused. */
function accepted({ scenario, offering }: Case): Case {
  const kept = offering.limitSets.find(({ features }) => features?.replicationFactor !== undefined)
  const replicationFactor = kept?.features?.replicationFactor
  const { cloud: _cloud, ...deployment } = scenario.deployment
  if (replicationFactor === undefined || offering.model === 'measured-table') return { scenario, offering }
  const topics = scenario.workload.topics.map((topic) => ({ ...topic, replicationFactor }))
  return { scenario: { ...scenario, deployment, workload: { ...scenario.workload, topics } }, offering }
}

/** The row of the scenario's own tier or host. */
function rowOf({ scenario, offering }: Case): ComparedOffering | undefined {
  const { tier, host } = scenario.deployment
  const rows = compareOfferings(scenario, [offering])
  if (host !== undefined) return rows[rows.findIndex((row) => row.tier === null)]
  return rows.find((row) => row.tier === (tier ?? null))
}

/** False for what only wastes resources, such as a consumer without a partition. */
const isFilled = ({ kind }: { readonly kind: string }) => kind !== 'structural'

describe('a comparison', () => {
  it(
    'gives the scenario’s own deployment what a prediction gives it',
    () => {
      const sizes = new Set<number>()
      let refused = 0
      fc.assert(
        fc.property(cases, (random) => {
          const one = accepted(random)
          const row = rowOf(one)
          expect(row).toBeDefined()
          const { smallest } = predict(one.scenario, one.offering)
          expect([row?.size, row?.fits]).toEqual([smallest?.size ?? null, smallest !== null])
          if (smallest === null) {
            expect(row?.reasons).not.toEqual([])
            refused += 1
            return
          }
          sizes.add(smallest.size)
          expect(row?.fullest?.dimension).toBe(smallest.dimension)
          const there = predict(atSize(one.scenario, smallest.size), one.offering)
          const most = Math.max(...there.constraints.filter(isFilled).map(({ utilisation }) => utilisation))
          expect(smallest.utilisation).toBeCloseTo(most, 9)
          expect(row?.fullest?.utilisation).toBeCloseTo(most, 9)
          const { headroom, chanceMet, achievable, binding } = there
          expect(row).toMatchObject({ headroom, chanceMet, achievable, binding, reasons: [] })
        }),
        propertyRuns(300),
      )
      expect(sizes.size).toBeGreaterThan(5)
      expect(refused).toBeGreaterThan(5)
    },
    propertyTimeoutMs,
  )
})
