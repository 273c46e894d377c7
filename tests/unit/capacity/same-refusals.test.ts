import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roleOf } from '../../../src/capacity/constraint-model.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { smallestSize } from '../../../src/capacity/smallest-size.ts'
import { type Solution, solve } from '../../../src/capacity/solve.ts'
import { shippedOffering, smallScenario } from './known-files.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { logarithmic } from './random-numbers.ts'
import { type Case, cases, casesOn } from './random-scenarios.ts'
import { shippedOfferings } from './shipped-offerings.ts'

/** The refusals that no load changes: of the deployment, and of limits on counts. */
function refusalsOf({ refusals, models, offered, headroom }: Solution): string[] {
  const refused = models.filter((model) => roleOf(model) === 'veto' && model.demandAt(offered) > model.capacity)
  const ofCounts = refused.map(({ id }) => id)
  const isByLoad = headroom.factor === 0 && refused.length === 0
  const ofDeployment = refusals.slice(0, refusals.length - (isByLoad ? headroom.binding.length : refused.length))
  return [...ofDeployment, ...ofCounts]
}

/** The case with the limit on the bytes kept, or else one on a count, such that the demand is `share` of it. */
function nearLimit({ scenario, offering }: Case, share: number, choice: number): Case {
  const { models, offered } = solve(scenario, offering)
  const vetoing = models.filter((model) => roleOf(model) === 'veto' && model.demandAt(offered) > 0)
  const kept = vetoing.find(({ dimension }) => dimension === 'storage')
  const near = kept ?? vetoing[choice % Math.max(1, vetoing.length)]
  if (near === undefined) return { scenario, offering }
  const factor = near.demandAt(offered) / near.capacity / share
  const times = (value: number | undefined) => (value === undefined ? undefined : value * factor)
  const limitSets = offering.limitSets.map((set) => ({
    ...set,
    limits: set.limits.map((limit) =>
      limit.dimension === near.dimension ? { ...limit, perUnit: times(limit.perUnit), max: times(limit.max) } : limit,
    ),
  }))
  return { scenario, offering: { ...offering, limitSets } }
}

const hostCases = fc.oneof(cases, casesOn(shippedOfferings.filter(({ model }) => model === 'broker-hardware')))

describe('an embedded cluster', () => {
  // Exactly at a limit, the rounding of a scale decides.
  const share = logarithmic(0.3, 3).filter((each) => Math.abs(each - 1) > 1e-9)
  const near = fc.tuple(cases, share, fc.nat(20)).map(([each, ...where]) => nearLimit(each, ...where))
  const targets = fc.record({
    scale: fc.oneof(fc.constant(1), logarithmic(0.001, 1)),
    brokers: fc.integer({ min: 1, max: 5 }),
  })

  it(
    'refuses what the deployment refuses, at every scale and with any number of brokers',
    () => {
      let refused = 0
      fc.assert(
        fc.property(near, targets, ({ scenario, offering }, { scale, brokers }) => {
          const predicted = refusalsOf(solve(scenario, offering))
          const context = { capacityScale: scale, allowsBurst: false, brokers }
          const validated = refusalsOf(solve(scaleScenario(scenario, scale), offering, context))
          if (predicted.length > 0) refused += 1
          // Embedded brokers keep as many replicas as a topic asks for, and not the number of the service.
          expect(validated).toEqual(predicted.filter((each) => !/ keeps \d+\.$/.test(each)))
        }),
        propertyRuns(300),
      )
      expect(refused).toBeGreaterThan(30)
    },
    propertyTimeoutMs,
  )

  it('keeps of transactions the part of the storage that the deployment keeps, though a lower rate cuts more batches', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const scenario = smallScenario({
      topic: { partitions: 60, retentionMs: 86_400_000 },
      producer: { keys: { kind: 'uniform' }, recordKeyBytes: 8, transactionMs: 100, acks: 'all' },
      deployment: {
        offering: hosts.id,
        tier: 'm5.xlarge',
        size: 3,
        volume: { type: 'gp3', count: 1, sizeBytes: 1e12 },
      },
    })
    const utilisationAt = (capacityScale: number) => {
      const { models, offered } = solve(scaleScenario(scenario, capacityScale), hosts, { capacityScale })
      const storage = models.find(({ dimension }) => dimension === 'storage')
      return (storage?.demandAt(offered) ?? 0) / (storage?.capacity ?? 1)
    }
    expect(utilisationAt(1)).toBeGreaterThan(0.1)
    expect(utilisationAt(0.001)).toBeCloseTo(utilisationAt(1), 9)
  })

  it(
    'of another number of brokers does not change the smallest size of the deployment',
    () => {
      fc.assert(
        fc.property(hostCases, fc.integer({ min: 1, max: 5 }), ({ scenario, offering }, brokers) => {
          const sizeWith = (context: { readonly brokers?: number }) =>
            smallestSize(scenario, solve(scenario, offering, context).situation)?.size
          expect(sizeWith({ brokers })).toBe(sizeWith({}))
        }),
        propertyRuns(300),
      )
    },
    propertyTimeoutMs,
  )
})
