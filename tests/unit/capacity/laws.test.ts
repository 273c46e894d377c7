import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { largestSize, smallestBuyableSize } from '../../../src/capacity/limit-set.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { saturation } from '../../../src/capacity/saturation.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { atSize } from '../../../src/capacity/size-answers.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { figureNames } from '../../../src/contracts/figures.ts'
import type { Offering } from '../../../src/contracts/offering.ts'
import { prediction } from '../../../src/contracts/prediction.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { expectNoLess } from './carries-no-less.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { type Case, cases } from './random-scenarios.ts'

vi.setConfig({ testTimeout: propertyTimeoutMs })

const runs = propertyRuns(300)

/** What arithmetic leaves behind, relative. */
const noise = 1e-9

/**
 * Relative, where clients wait. The share of waiting records is searched until the limit is full to this tolerance
 * (traffic.ts). Sums in another order differ in the last digit, and the search then ends one step earlier or later.
 */
const waitingSearch = 1e-6

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

/** Waits of consumers stretched so that their empty fetches take a share of the requests that a deployment allows. */
function withEmptyFetches({ scenario, offering }: Case, share: number): Scenario {
  const { models, trafficAt } = solve(scenario, offering)
  const requests = models.find(({ dimension }) => dimension === 'requests')
  const asked = requests?.demandAt(trafficAt(1e-9)) ?? 0
  if (requests === undefined || asked === 0) return scenario
  const longer = asked / (share * requests.capacity)
  const { consumerGroups, roundTripMs = 1 } = scenario.workload
  const slower = consumerGroups.map((group) => ({ ...group, fetchMaxWaitMs: group.fetchMaxWaitMs * longer }))
  return { ...scenario, workload: { ...scenario.workload, consumerGroups: slower, roundTripMs: roundTripMs * longer } }
}

/** Few records, at most 150 partitions and no limit on connections: what is asked for is asked for by consumers. */
const fetchingCases = cases
  .filter(({ offering }) =>
    offering.limitSets.some(({ limits }) => limits.some((each) => each.dimension === 'requests')),
  )
  .map((given) => {
    const { producers, topics } = given.scenario.workload
    return withWorkload(given, {
      producers: producers.map((each) => ({ ...each, peakRecordsPerSec: Math.min(100, each.peakRecordsPerSec) })),
      topics: topics.map((each) => ({ ...each, count: 1, partitions: Math.ceil(each.partitions / 20) })),
      connections: { total: 1, attemptsPerSec: 0 },
    })
  })

function withoutLimit(offering: Offering, index: number): Offering {
  const limitSets = offering.limitSets.map((set) => ({ ...set, limits: set.limits.filter((_, at) => at !== index) }))
  return { ...offering, limitSets }
}

describe('laws of every offering that ships with Headroom', () => {
  it('hold for 10,000 random scenarios, without exceptions, NaN or infinite values', () => {
    fc.assert(
      fc.property(cases, ({ scenario, offering }) => {
        expect(brokenNumber(predict(scenario, offering))).toBeNull()
      }),
      propertyRuns(10_000),
    )
  })

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

  it('never give more with three replicas than with one if producers do not wait for them', () => {
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

  it('never give less with more units, among the sizes that can be bought', () => {
    fc.assert(
      fc.property(cases, fc.nat(1000), fc.nat(1000), ({ scenario, offering }, some, more) => {
        const { limits, deployment } = solve(scenario, offering).situation
        const smallest = smallestBuyableSize(limits, deployment)
        const largest = largestSize(limits, deployment)
        const size = smallest + (some % Math.max(1, largest - smallest))
        const bigger = atSize(scenario, Math.min(largest, size + more))
        expectNoLess({ scenario: bigger, offering }, { scenario: atSize(scenario, size), offering })
      }),
      runs,
    )
  })

  it('never give less with more units if empty fetches use part of the requests, with any number of brokers', () => {
    const units = { some: fc.nat(1000), more: fc.integer({ min: 1, max: 5 }) }
    fc.assert(
      fc.property(
        fetchingCases,
        fc.record(units),
        // Nearer to 1 the headroom is so small that rounding decides.
        fc.double({ min: 0.2, max: 0.99, noNaN: true }),
        (given, sizes, share) => {
          const { offering } = given
          const { limits, deployment } = solve(given.scenario, offering).situation
          const smallest = smallestBuyableSize(limits, deployment)
          const size = smallest + (sizes.some % Math.max(1, largestSize(limits, deployment) - smallest))
          const bigger = Math.min(largestSize(limits, deployment), size + sizes.more)
          const scenario = withEmptyFetches({ scenario: atSize(given.scenario, size), offering }, share)
          expectNoLess({ scenario: atSize(scenario, bigger), offering }, { scenario, offering })
        },
      ),
      { ...runs, numRuns: 3 * runs.numRuns },
    )
  })

  it('never let a limit raise anything: without it the others have the same utilisation and no smaller headroom', () => {
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

  it('scale the answer when rates and limits are scaled together, if batches do not depend on the rate', () => {
    const rateLimits = new Set(['ingress', 'egress', 'partition-ingress', 'partition-egress', 'bandwidth', 'records'])
    fc.assert(
      fc.property(cases, fc.double({ min: 0.01, max: 20, noNaN: true }), (each, factor) => {
        const producers = each.scenario.workload.producers.map((producer) => ({
          ...producer,
          lingerMs: 0,
          // One record fills it: waiting behind a busy connection fills none either.
          batchBytes: 1,
          // Commits come by time, not by record.
          transactionMs: undefined,
          keys: { kind: 'none' as const },
        }))
        const { scenario, offering } = withWorkload(each, { producers })
        const whole = solve(scenario, offering)
        const scaled = solve(scaleScenario(scenario, factor), offering, { capacityScale: factor })
        // Writers may be held by another limit than the one that sets the headroom; it has to be one that is scaled, too.
        const binding = [whole, scaled].flatMap(({ headroom, writing }) => [
          ...headroom.binding,
          ...writing.headroom.binding,
        ])
        // One random scenario in 50 is held by such limits alone.
        fc.pre(whole.headroom.factor > 0 && binding.every(({ dimension }) => rateLimits.has(dimension)))
        expect(scaled.headroom.factor / whole.headroom.factor).toBeCloseTo(1, 6)
        const likely = whole.achievable.recordsPerSec.likely * factor
        expect(Math.abs(scaled.achievable.recordsPerSec.likely - likely)).toBeLessThanOrEqual(
          1e-6 * likely + 0.001 * (1 + factor),
        )
      }),
      { ...propertyRuns(20), maxSkipsPerRun: 2_000 },
    )
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
        const tolerance = saturation(one) > one.headroom ? waitingSearch : noise
        for (const name of figureNames) {
          const difference = Math.abs(other.achievable[name].likely - one.achievable[name].likely)
          expect(difference).toBeLessThanOrEqual(tolerance * one.achievable[name].likely + 0.002)
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
