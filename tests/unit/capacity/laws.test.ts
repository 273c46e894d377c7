import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestSize, smallestBuyableSize } from '../../../src/capacity/limit-set.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { atSize } from '../../../src/capacity/size-answers.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { figureNames } from '../../../src/contracts/figures.ts'
import type { Offering } from '../../../src/contracts/offering.ts'
import { prediction } from '../../../src/contracts/prediction.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { type Case, cases } from './random-scenarios.ts'

/** A busy machine does fewer, never none. */
const runs = { numRuns: 300, interruptAfterTimeLimit: 8_000 }

/** What arithmetic leaves behind, relative. */
const noise = 1e-9

/** Headroom by rates alone: of the constraints that grow, whether or not another refuses. */
function headroomOf({ scenario, offering }: Case): number {
  return solve(scenario, offering).headroom.factor
}

function withWorkload({ scenario, offering }: Case, change: Partial<Scenario['workload']>): Case {
  return { offering, scenario: { ...scenario, workload: { ...scenario.workload, ...change } } }
}

function withReplicas(each: Case, replicationFactor: number): Case {
  return withWorkload(each, { topics: each.scenario.workload.topics.map((topic) => ({ ...topic, replicationFactor })) })
}

function withoutLimit(offering: Offering, index: number): Offering {
  const limitSets = offering.limitSets.map((set) => ({ ...set, limits: set.limits.filter((_, at) => at !== index) }))
  return { ...offering, limitSets }
}

describe('laws of every offering that comes with Headroom', () => {
  it('hold for 10,000 random scenarios: no exception, no NaN, nothing infinite', () => {
    let seen = 0
    fc.assert(
      fc.property(cases, ({ scenario, offering }) => {
        seen += 1
        expect(brokenNumber(predict(scenario, offering))).toBeNull()
      }),
      { numRuns: 10_000, interruptAfterTimeLimit: 20_000 },
    )
    expect(seen).toBeGreaterThan(1000)
  }, 120_000)

  it('keep to the schema of predictions', () => {
    fc.assert(
      fc.property(cases, ({ scenario, offering }) => {
        expect(prediction.safeParse(predict(scenario, offering)).error).toBeUndefined()
      }),
      runs,
    )
  })

  it('put the likely value inside the band', () => {
    fc.assert(
      fc.property(cases, ({ scenario, offering }) => {
        const { achievable, expected } = predict(scenario, offering)
        for (const name of figureNames) {
          for (const { low, likely, high } of [achievable[name], expected[name]]) {
            expect(low).toBeLessThanOrEqual(likely)
            expect(likely).toBeLessThanOrEqual(high)
          }
        }
      }),
      runs,
    )
  })

  it('never give three replicas more than one, where producers do not wait for them', () => {
    // With acks=all requests take longer, and records that wait fill batches: fewer requests and headers are asked for.
    fc.assert(
      fc.property(cases, (given) => {
        const producers = given.scenario.workload.producers.map((producer) => ({ ...producer, acks: '1' as const }))
        const each = withWorkload(given, { producers })
        const one = headroomOf(withReplicas(each, 1))
        expect(headroomOf(withReplicas(each, 3))).toBeLessThanOrEqual(one * (1 + noise))
      }),
      runs,
    )
  })

  it('never give less to more units, among the sizes that can be bought', () => {
    fc.assert(
      fc.property(cases, fc.nat(1000), fc.nat(1000), ({ scenario, offering }, some, more) => {
        const { limits, deployment } = solve(scenario, offering).situation
        const smallest = smallestBuyableSize(limits, deployment)
        const largest = largestSize(limits, deployment)
        const size = smallest + (some % Math.max(1, largest - smallest))
        const before = headroomOf({ scenario: atSize(scenario, size), offering })
        const after = headroomOf({ scenario: atSize(scenario, Math.min(largest, size + more)), offering })
        expect(after).toBeGreaterThanOrEqual(before * (1 - noise))
      }),
      runs,
    )
  })

  it('never let a limit raise anything: without it the others are as full, and the headroom is not smaller', () => {
    fc.assert(
      fc.property(cases, fc.nat(20), ({ scenario, offering }, index) => {
        const freer = withoutLimit(offering, index)
        const before = predict(scenario, offering)
        const after = predict(scenario, freer)
        expect(after.headroom).toBeGreaterThanOrEqual(before.headroom * (1 - noise))
        const known = new Map(before.constraints.map((each) => [each.id, each.utilisation]))
        for (const { id, utilisation } of after.constraints) {
          // What a limit counts is said by the limit: without it nobody asks.
          expect([id, utilisation]).toEqual([id, known.get(id)])
        }
      }),
      runs,
    )
  })

  it('scale the answer when rates and limits are scaled together, where batches do not change with the rate', () => {
    let compared = 0
    const rateLimits = new Set(['ingress', 'egress', 'partition-ingress', 'partition-egress', 'bandwidth', 'records'])
    fc.assert(
      fc.property(cases, fc.double({ min: 0.01, max: 20, noNaN: true }), (each, factor) => {
        const producers = each.scenario.workload.producers.map((producer) => ({
          ...producer,
          lingerMs: 0,
          // One record fills it: waiting behind a busy connection fills none either.
          batchBytes: 1,
          keys: { kind: 'none' as const },
        }))
        const { scenario, offering } = withWorkload(each, { producers })
        const whole = solve(scenario, offering)
        const scaled = solve(scaleScenario(scenario, factor), offering, { capacityScale: factor })
        const binding = [...whole.headroom.binding, ...scaled.headroom.binding]
        if (whole.headroom.factor === 0 || !binding.every(({ dimension }) => rateLimits.has(dimension))) return
        compared += 1
        expect(scaled.headroom.factor / whole.headroom.factor).toBeCloseTo(1, 6)
        const likely = whole.achievable.recordsPerSec.likely * factor
        expect(Math.abs(scaled.achievable.recordsPerSec.likely - likely)).toBeLessThanOrEqual(
          1e-6 * likely + 0.001 * (1 + factor),
        )
      }),
      runs,
    )
    expect(compared).toBeGreaterThan(3)
  })

  it('do not depend on the order of topics, producers and groups', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const { topics, producers, consumerGroups } = each.scenario.workload
        const reversed = withWorkload(each, {
          topics: topics.toReversed(),
          producers: producers.toReversed(),
          consumerGroups: consumerGroups.toReversed(),
        })
        const one = predict(each.scenario, each.offering)
        const other = predict(reversed.scenario, reversed.offering)
        expect(other.headroom).toBeCloseTo(one.headroom, one.headroom > 1000 ? -6 : 6)
        expect(Math.abs(other.headroom - one.headroom)).toBeLessThanOrEqual(noise * one.headroom)
        expect(new Set(other.refusals)).toEqual(new Set(one.refusals))
        expect(other.smallest?.size).toBe(one.smallest?.size)
        for (const name of figureNames) {
          const difference = Math.abs(other.achievable[name].likely - one.achievable[name].likely)
          expect(difference).toBeLessThanOrEqual(noise * one.achievable[name].likely + 0.002)
        }
      }),
      runs,
    )
  })
})

/** Path of the first number that is none, or null. */
function brokenNumber(value: unknown, path = ''): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : path
  if (typeof value === 'string') return /NaN|Infinity|undefined/.test(value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, child] of Object.entries(value)) {
    const broken = brokenNumber(child, `${path}.${key}`)
    if (broken !== null) return broken
  }
  return null
}
