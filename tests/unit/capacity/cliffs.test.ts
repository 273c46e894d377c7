import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { Prediction } from '../../../src/contracts/prediction.ts'
import { targetUtilisation } from '../../../src/contracts/target-utilisation.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { type Case, cases } from './random-scenarios.ts'

/** 512 bytes are 521 in a batch of 31: 2 CKUs of 2020 take 100 MB/s in, and 80 of them is the target. */
const wireBytes = 521 + 61 / 31
const steady = { lingerMs: 1000, clients: 1 }

function cliffsOf(prediction: Prediction): NonNullable<Prediction['cliffs']> {
  expect(prediction.cliffs).toBeDefined()
  return prediction.cliffs ?? []
}

/** The load at a share of what every limit takes at or below the target, where most cliffs are near. */
function nearTarget({ scenario, offering }: Case, share: number): Case {
  const { growth } = solve(scenario, offering)
  const factor = growth.factor > 1e-6 && growth.factor < 1e6 ? growth.factor * targetUtilisation * share : 1
  return { scenario: scaleScenario(scenario, factor), offering }
}

describe('cliffs just above a load', () => {
  it('name the load from which on another size is needed', () => {
    const producer = { ...steady, peakRecordsPerSec: 80e6 / wireBytes / 1.05 }
    const scenario = smallScenario({ topic: { partitions: 200 }, producer })
    const [cliff, ...others] = cliffsOf(predict(scenario, dedicated))
    expect(others).toEqual([])
    expect([cliff?.id, cliff?.kind]).toEqual(['size', 'size'])
    expect(cliff?.factor).toBeCloseTo(1.05, 2)
    expect(cliff?.text).toBe(
      'From 1.05 times the load on, 3 CKUs are the smallest size that keeps every limit at or below 80 %.',
    )
  })

  it('name no size if the current one is larger than needed, or already too small', () => {
    const producer = { ...steady, peakRecordsPerSec: 80e6 / wireBytes / 1.05 }
    const onSize = (size: number) => smallScenario({ topic: { partitions: 200 }, producer, deployment: { size } })
    expect(cliffsOf(predict(onSize(3), dedicated))).toEqual([])
    expect(cliffsOf(predict(onSize(1), dedicated))).toEqual([])
  })

  it('name the load at which the fullest partition is full', () => {
    const producer = { ...steady, peakRecordsPerSec: (12 * 5e6) / wireBytes / 1.04 }
    const { cliffs, headroom } = predict(smallScenario({ producer }), dedicated)
    expect(cliffs?.map(({ id }) => id)).toEqual(['partition-ingress:events'])
    expect(cliffs?.[0]?.factor).toBeCloseTo(headroom, 9)
    expect(cliffs?.[0]?.text).toBe(
      'From 1.04 times the load on, the fullest partition of "events" is over its limit, with 12 partitions.',
    )
  })

  it('name counts that are nearly refused, and the bytes kept, which grow with the load', () => {
    const counted = predict(smallScenario({ topic: { partitions: 5600 } }), dedicated)
    expect(counted.cliffs).toEqual([
      {
        id: 'partitions',
        kind: 'refusal',
        factor: 6000 / 5600,
        text: 'At more than 1.07 times as many partitions the workload is refused, whatever its rate: the limit is 3,000 partitions x 2 CKUs = 6,000 partitions.',
      },
    ])
    const kept = smallScenario({
      topic: { retentionMs: 1e9 },
      deployment: { volume: { type: 'gp3', sizeBytes: 1e12 } },
    })
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const onHosts = { ...kept, deployment: { ...kept.deployment, offering: hosts.id, tier: 'm5.xlarge', size: 3 } }
    const share = predict(onHosts, hosts).constraints.find(({ id }) => id === 'storage')?.utilisation ?? 0
    const nearlyFull = scaleScenario(onHosts, 0.94 / share)
    const cliff = predict(nearlyFull, hosts).cliffs?.find(({ id }) => id === 'storage')
    expect(cliff?.text).toContain('At more than 1.06 times the load')
    // Batches fill as the load grows, so less than 1 / utilisation would be too early.
    const at = (factor: number) => predict(scaleScenario(nearlyFull, factor), hosts)
    const { utilisation = 0 } = at(1).constraints.find(({ id }) => id === 'storage') ?? {}
    expect(cliff?.factor).toBeGreaterThan(1.0001 / utilisation)
    expect(at((cliff?.factor ?? 0) * 0.9999).isFeasible).toBe(true)
    expect(at((cliff?.factor ?? 0) * 1.0001).isFeasible).toBe(false)
  })

  it('are empty if the workload is already refused', () => {
    expect(predict(smallScenario({ topic: { partitions: 6001 } }), dedicated).cliffs).toEqual([])
  })

  it(
    'are where a tenth more load is refused, or needs a larger size, on every offering, and nowhere else',
    () => {
      let named = 0
      fc.assert(
        fc.property(cases, fc.double({ min: 0.9, max: 1, noNaN: true }), (given, share) => {
          const { scenario, offering } = nearTarget(given, share)
          const before = predict(scenario, offering)
          if (!before.isFeasible) return
          const after = predict(scaleScenario(scenario, 1.1), offering)
          const kinds = new Set(cliffsOf(before).map(({ kind, id }) => (id === 'storage' ? 'kept' : kind)))
          named += kinds.size
          if (kinds.has('kept')) expect(after.isFeasible).toBe(false)
          const { size } = before.deployment
          const isEnough = before.smallest !== null && before.smallest.size <= size
          expect(kinds.has('size')).toBe(isEnough && (after.smallest?.size ?? size + 1) > size)
        }),
        propertyRuns(300),
      )
      expect(named).toBeGreaterThan(5)
    },
    propertyTimeoutMs,
  )
})
