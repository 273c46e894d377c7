import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headroomFactor } from '../../../src/capacity/headroom.ts'
import { type Solution, solve } from '../../../src/capacity/solve.ts'
import { atOnceTrafficAt, type Traffic, type TrafficCurve } from '../../../src/capacity/traffic.ts'
import { largestStep } from '../../../src/capacity/whole-numbers.ts'
import { type Scenario, scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { cases } from './random-scenarios.ts'

/** 1 % more; null where a whole number is too small for that. */
function onePercentMore(value: number): number | null {
  if (!Number.isInteger(value)) return value * 1.01
  return value < 100 ? null : Math.floor(value * 1.01)
}

function withMore<Part extends object>(part: Part, name: string): Part {
  const value: unknown = Reflect.get(part, name)
  const more = typeof value === 'number' ? onePercentMore(value) : null
  return more === null ? part : { ...part, [name]: more }
}

function withMoreOf(list: 'topics' | 'producers' | 'consumerGroups', name: string) {
  return ({ workload, ...rest }: Scenario): Scenario => ({
    ...rest,
    workload: { ...workload, [list]: workload[list].map((part) => withMore(part, name)) },
  })
}

function withMoreKeys({ workload, ...rest }: Scenario): Scenario {
  const producers = workload.producers.map((producer) =>
    producer.keys.kind === 'none' ? producer : { ...producer, keys: withMore(producer.keys, 'distinct') },
  )
  return { ...rest, workload: { ...workload, producers } }
}

/** The numbers of a workload, each with the scenario that has 1 % more of it. */
const nudges: Readonly<Record<string, (scenario: Scenario) => Scenario>> = {
  partitions: withMoreOf('topics', 'partitions'),
  retentionMs: withMoreOf('topics', 'retentionMs'),
  clients: withMoreOf('producers', 'clients'),
  peakRecordsPerSec: withMoreOf('producers', 'peakRecordsPerSec'),
  recordValueBytes: withMoreOf('producers', 'recordValueBytes'),
  recordKeyBytes: withMoreOf('producers', 'recordKeyBytes'),
  lingerMs: withMoreOf('producers', 'lingerMs'),
  batchBytes: withMoreOf('producers', 'batchBytes'),
  maxInFlight: withMoreOf('producers', 'maxInFlight'),
  'distinct keys': withMoreKeys,
  count: withMoreOf('consumerGroups', 'count'),
  members: withMoreOf('consumerGroups', 'members'),
  fetchMinBytes: withMoreOf('consumerGroups', 'fetchMinBytes'),
  fetchMaxWaitMs: withMoreOf('consumerGroups', 'fetchMaxWaitMs'),
  roundTripMs: ({ workload, ...rest }) => ({ ...rest, workload: withMore(workload, 'roundTripMs') }),
}

/** Traffic at a load factor: at once, and while clients wait. */
function curvesOf({ situation, waitingAt }: Solution): TrafficCurve[] {
  return [(factor) => atOnceTrafficAt(situation, factor), waitingAt]
}

/** Utilisation of the fullest limit that grows with the load. */
function fullestAt(trafficAt: TrafficCurve, factor: number, { parties }: Solution): number {
  const traffic = trafficAt(factor)
  return parties.growing.reduce((most, model) => Math.max(most, model.demandAt(traffic) / model.capacity), 0)
}

/**
 * How much a broker's other work lengthens a request. A step takes its share of the requests, and as much of the time that
 * other work leaves for them.
 */
function slowdownAt(traffic: Traffic, { situation: { hardware, context } }: Solution): number {
  if (hardware === null || traffic.broker === null) return 1
  const { otherCores, utilisation } = traffic.broker
  return 1 / (1 - Math.min(0.99, otherCores / hardware.cores / context.capacityScale / Math.max(1, utilisation)))
}

/**
 * A change of the factor is measured by what it takes of the fullest limit: the same share, where demand is proportional to
 * the load. Much demand is not: fetches of idle groups, and requests once every connection has one under way. 1 % more of
 * that takes much of a small rest: no jump, but the difference of two large numbers.
 */
describe('1 % more of one number moves the factor by at most 5 %, but where a whole number makes a step', () => {
  it.each(Object.entries(nudges))(
    '%s',
    (name, nudge) => {
      let compared = 0
      fc.assert(
        fc.property(cases, ({ scenario, offering }) => {
          const nudged = scenarioSchema.safeParse(nudge(scenario)).data
          if (nudged === undefined) return
          const [solution, nudgedSolution] = [solve(scenario, offering), solve(nudged, offering)]
          const nudgedCurves = curvesOf(nudgedSolution)
          for (const [index, trafficAt] of curvesOf(solution).entries()) {
            const factor = headroomFactor(trafficAt, solution.parties.growing)
            if (factor <= 1e-6 || factor >= 1e6) continue
            compared += 1
            const nudgedAt = nudgedCurves[index] ?? trafficAt
            const after = headroomFactor(nudgedAt, nudgedSolution.parties.growing)
            const [traffic, nudgedTraffic] = [trafficAt(factor), nudgedAt(factor)]
            const whole = largestStep(solution.situation, nudgedSolution.situation)?.relative ?? 0
            // A step may decide which limit is full first, and so if clients wait.
            if (whole > 0 && traffic.waitingShare !== nudgedTraffic.waitingShare) continue
            const step = whole * slowdownAt(traffic, solution)
            const moved = Math.abs(fullestAt(trafficAt, after, solution) - 1)
            expect(moved, `${name}, from ${factor} to ${after}, a step of ${step}`).toBeLessThan(0.05 + step)
          }
        }),
        propertyRuns(1000),
      )
      expect(compared).toBeGreaterThan(100)
    },
    propertyTimeoutMs,
  )
})
