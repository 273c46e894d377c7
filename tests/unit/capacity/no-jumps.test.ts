import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headroomFactor } from '../../../src/capacity/headroom.ts'
import { relativeDeviation } from '../../../src/capacity/record-sizes.ts'
import type { Situation } from '../../../src/capacity/situation.ts'
import { type Solution, solve } from '../../../src/capacity/solve.ts'
import { atOnceTrafficAt } from '../../../src/capacity/traffic.ts'
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

/**
 * The whole numbers that a real cluster has and that move by steps, which nothing smooths: the records of a full batch,
 * partitions on the busiest broker and on its busiest disk, partitions of the busiest member of a group.
 */
function stairsOf({ topics, producers, consumers, brokers, hardware }: Situation): number[] {
  const disks = Math.max(hardware?.disks ?? 1, hardware?.logDirectories ?? 1)
  return [
    ...producers.map(({ producer, fullBatchRecords }) =>
      relativeDeviation(producer.recordSizes) === 0 ? fullBatchRecords : 1,
    ),
    ...topics.flatMap(({ topic, partitions }) => {
      const replicas = Math.ceil((partitions * topic.replicationFactor) / brokers)
      return [Math.ceil(partitions / brokers), replicas, Math.ceil(replicas / disks)]
    }),
    ...consumers.map(({ group, topic }) => Math.ceil(topic.partitions / group.members)),
  ]
}

/** The largest relative step of the whole numbers between two scenarios. */
function stepBetween(before: Solution, after: Solution): number {
  const stairs = stairsOf(after.situation)
  return stairsOf(before.situation).reduce(
    (largest, stair, index) => Math.max(largest, Math.abs((stairs[index] ?? stair) / stair - 1)),
    0,
  )
}

/** Load factors at which the first limit that grows is full, at once and while clients wait, whatever refuses the load. */
function factorsOf({ situation, waitingAt, parties }: Solution): number[] {
  const atOnce = (factor: number) => atOnceTrafficAt(situation, factor)
  return [headroomFactor(atOnce, parties.growing), headroomFactor(waitingAt, parties.growing)]
}

/**
 * What the fullest limit has left for the load beside demand that does not grow with it, such as fetches of idle groups. 1 %
 * more of that demand takes much of a small rest: no jump, but the difference of two large numbers.
 */
function shareLeftForLoad({ situation, parties }: Solution): number {
  const idle = atOnceTrafficAt(situation, 1e-9)
  return parties.growing.reduce((left, model) => Math.min(left, 1 - model.demandAt(idle) / model.capacity), 1)
}

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
          const after = factorsOf(nudgedSolution)
          for (const [index, factor] of factorsOf(solution).entries()) {
            if (factor <= 1e-6 || factor >= 1e6) continue
            compared += 1
            const step = stepBetween(solution, nudgedSolution)
            const left = shareLeftForLoad(solution)
            expect(
              Math.abs((after[index] ?? 0) / factor - 1) * left,
              `${name}, a step of ${step}, a share of ${left} left for the load`,
            ).toBeLessThan(0.05 + step)
          }
        }),
        propertyRuns(1000),
      )
      expect(compared).toBeGreaterThan(100)
    },
    propertyTimeoutMs,
  )
})
