import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { recommendScenario } from '../../../src/planning/recommended-scenario.ts'
import { smallerSizes } from '../../../src/planning/smaller-size.ts'
import { customerCases } from '../capacity/customer-scenarios.ts'
import { dedicated, orders2020, smallScenario, withPartitions } from '../capacity/known-files.ts'
import { propertyRuns, propertyTimeoutMs } from '../capacity/property-runs.ts'
import { cases } from '../capacity/random-scenarios.ts'

describe('the recommended scenario', () => {
  it('has the smallest size, and the partitions that the load needs where the scenario has fewer', () => {
    const { scenario, smallest, changes, neededPartitions } = recommendScenario(
      withPartitions(orders2020, 2),
      dedicated,
    )
    expect(scenario.deployment.size).toBe(2)
    expect(smallest).toMatchObject({ size: 2, dimension: 'partition-ingress' })
    expect(neededPartitions).toMatchObject([{ topic: 'orders', partitions: 16 }])
    expect(changes).toEqual([{ path: 'workload.topics.0.partitions', from: 2, value: 16 }])
    expect(scenario.workload.topics[0]?.partitions).toBe(16)
  })

  it('keeps more partitions than the load needs', () => {
    const { scenario, changes } = recommendScenario(orders2020, dedicated)
    expect(scenario.workload.topics).toEqual(orders2020.workload.topics)
    expect(changes).toEqual([])
  })

  it('takes partitions away for a smaller size only if that is asked', () => {
    const load = { peakRecordsPerSec: 100 }
    const deployment = { size: 1, asOf: '2026-03' }
    const many = smallScenario({ topic: { partitions: 5_000 }, producer: load, deployment })
    const sure = recommendScenario(many, dedicated)
    expect(sure).toMatchObject({ smallest: { size: 2 }, changes: [], offered: { smallest: { size: 1 } } })
    const asked = recommendScenario(many, dedicated, { changes: 'assumed' })
    expect(asked).toMatchObject({ smallest: { size: 1 }, changes: [{ from: 5_000, value: 4_500 }], offered: null })
  })

  it('needs more partitions for a lower target', () => {
    const at = (targetUtilisation: number) =>
      recommendScenario(withPartitions(orders2020, 1), dedicated, { targetUtilisation }).neededPartitions[0]?.partitions
    expect(at(0.4)).toBe(31)
    expect(at(0.8)).toBe(16)
  })

  it('says that no number of partitions helps a hot key, and keeps the size where none is enough', () => {
    const hot = smallScenario({
      producer: { peakRecordsPerSec: 60_000, recordKeyBytes: 8, keys: { kind: 'uniform', distinct: 1 } },
    })
    const { scenario, smallest, neededPartitions } = recommendScenario(hot, dedicated)
    expect(smallest).toBeNull()
    expect(scenario).toEqual(hot)
    expect(neededPartitions).toMatchObject([{ topic: 'events', partitions: null }])
  })

  it('makes the change that rests on an assumption if that is asked, as Apply does', () => {
    const question = { changes: 'assumed' } as const
    const { scenario, smallerSize, changes } = recommendScenario(orders2020, dedicated, question)
    const [best] = smallerSizes(orders2020, dedicated).found
    expect(smallerSize).toEqual(best)
    expect(changes).toMatchObject(best?.changes ?? [])
    expect(recommendScenario(orders2020, dedicated)).toMatchObject({ smallerSize: null, offered: best, changes: [] })
    expect(scenario.deployment.size).toBe(best?.smallest.size)
    const applied = { ...best?.scenario, deployment: scenario.deployment }
    expect(scenario, 'the scenario that Apply leaves').toEqual(applied)
    expect(recommendScenario(scenario, dedicated).scenario, 'nothing is left to change').toEqual(scenario)
  })

  it(
    'is carried with every limit at or below the target, whatever the scenario, if it has a size',
    () => {
      fc.assert(
        fc.property(cases, ({ scenario, offering }) => {
          const { scenario: recommended, smallest } = recommendScenario(scenario, offering)
          if (smallest === null) return
          expect(recommended.deployment.size).toBe(smallest.size)
          const { isFeasible, headroom, smallest: again } = predict(recommended, offering)
          expect(isFeasible).toBe(true)
          expect(headroom).toBeGreaterThan(1)
          expect(again?.size).toBe(smallest.size)
        }),
        propertyRuns(60),
      )
    },
    propertyTimeoutMs,
  )
})

describe('a recommendation that is applied', () => {
  const asked = fc.constantFrom('sure' as const, 'assumed' as const)

  it(
    'leaves nothing to change, and offers what it offered before',
    () => {
      let changed = 0
      fc.assert(
        fc.property(fc.oneof(cases, customerCases), asked, ({ scenario, offering }, changes) => {
          const found = recommendScenario(scenario, offering, { changes })
          if (found.smallest === null) return
          if (found.changes.length > 0) changed += 1
          const again = recommendScenario(found.scenario, offering, { changes })
          expect(again.changes).toEqual([])
          expect(again.scenario).toEqual(found.scenario)
          expect(again.smallest).toEqual(found.smallest)
          expect(again.offered?.changes).toEqual(found.offered?.changes)
          if (changes === 'assumed') expect(found.offered).toBeNull()
        }),
        propertyRuns(400),
      )
      // About 1 case in 25 has changes.
      expect(changed).toBeGreaterThan(0)
    },
    propertyTimeoutMs,
  )
})
