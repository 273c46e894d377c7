import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import { partitionsOfMember } from '../../../src/contracts/run-share.ts'
import { dividePlan } from '../../../src/planning/divide-plan.ts'
import { exampleDraft } from '../workbench/example-run.ts'

/** A plan on one topic of 12 partitions with these producers and so many groups. */
function planOf(rates: readonly number[], groups: number, members = 2): RunPlan {
  const { plan } = exampleDraft('divide')
  const [producer, topic, group] = [plan.producers[0], plan.topics[0], plan.consumerGroups[0]]
  if (!producer || !topic || !group) throw new Error('the example has none')
  return {
    ...plan,
    topics: [{ ...topic, partitions: 12 }],
    producers: rates.map((recordsPerSec, index) => ({
      ...producer,
      id: `p${index}`,
      topic: topic.name,
      recordsPerSec,
    })),
    consumerGroups: Array.from({ length: groups }, (_, index) => ({
      ...group,
      groupId: `g${index}`,
      topic: topic.name,
      members,
    })),
  }
}

describe('dividing a plan', () => {
  test('by hand: twice the capacity gets twice the load', () => {
    const shares = dividePlan(planOf([100, 100, 100, 100, 100, 100], 0), [1, 2])
    expect(shares.map(({ producerIds, loadFraction }) => [producerIds.length, loadFraction])).toEqual([
      [2, 1 / 3],
      [4, 2 / 3],
    ])
  })

  test('by hand: the load of a group is the rate written to its topic', () => {
    const [one, other] = dividePlan(planOf([50, 50], 1), [1, 1])
    expect([one?.groupIds, one?.producerIds]).toEqual([['g0'], []])
    expect([other?.groupIds, other?.producerIds]).toEqual([[], ['p0', 'p1']])
  })

  test('by hand: a group that is heavier than an equal share is divided by members, each with its own partitions', () => {
    const plan = planOf([50, 50], 1, 4)
    const shares = dividePlan(plan, [1, 1, 1])
    expect(shares.map(({ groupIds }) => groupIds)).toEqual([[], [], []])
    const read = shares.flatMap(({ groupParts }) => groupParts.flatMap(({ members }) => members))
    expect(read.sort()).toEqual([0, 1, 2, 3])
    // 50 + 50 for producers; members of 25 each where there is room: nobody has more than 75 of 200.
    for (const { loadFraction } of shares) expect(loadFraction).toBeLessThanOrEqual(75 / 200)
  })

  test('by hand: a group of one member is not divided, nor is one that its agent can read', () => {
    expect(dividePlan(planOf([50, 50], 1, 1), [1, 1, 1])[0]?.groupIds).toEqual(['g0'])
    expect(dividePlan(planOf([50, 50], 1, 4), [1, 1])[0]?.groupIds).toEqual(['g0'])
    expect(dividePlan(planOf([50, 50], 1, 4), [4, 1, 1])[0]?.groupIds).toEqual(['g0'])
  })

  test('by hand: members have the partitions that Kafka’s range assignor assigns', () => {
    const of = (partitions: number, members: number) =>
      Array.from({ length: members }, (_, member) => partitionsOfMember(partitions, members, member))
    expect(of(7, 3)).toEqual([
      [0, 1, 2],
      [3, 4],
      [5, 6],
    ])
    expect(of(2, 3)).toEqual([[0], [1], []])
  })

  test('gives every partition to exactly one member', () => {
    const counts = fc.integer({ min: 1, max: 200 })
    fc.assert(
      fc.property(counts, counts, (partitions, members) => {
        const given = Array.from({ length: members }, (_, member) => partitionsOfMember(partitions, members, member))
        expect(given.flat()).toEqual(Array.from({ length: partitions }, (_, partition) => partition))
      }),
    )
  })

  test('gives every client to exactly one agent, and no agent more than the rule allows', () => {
    const rates = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 40 })
    const capacities = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(rates, fc.integer({ min: 0, max: 5 }), capacities, (producerRates, groups, agents) => {
        const plan = planOf(producerRates, groups)
        const shares = dividePlan(plan, agents)
        const ids = shares.flatMap(({ producerIds, groupIds, groupParts }) => [
          ...producerIds,
          ...groupIds.flatMap((groupId) => [`${groupId} 0`, `${groupId} 1`]),
          ...groupParts.flatMap(({ groupId, members }) => members.map((member) => `${groupId} ${member}`)),
        ])
        const members = plan.consumerGroups.flatMap(({ groupId }) => [`${groupId} 0`, `${groupId} 1`])
        expect(ids.sort()).toEqual([...plan.producers.map(({ id }) => id), ...members].sort())
        expect(shares.reduce((sum, { loadFraction }) => sum + loadFraction, 0)).toBeCloseTo(1)
        const written = producerRates.reduce((sum, rate) => sum + rate, 0)
        const heaviest = groups > 0 ? written : Math.max(...producerRates)
        const total = written * (1 + groups)
        const all = agents.reduce((sum, capacity) => sum + capacity, 0)
        for (const [index, { loadFraction }] of shares.entries()) {
          // With its last client it was the least loaded for its capacity: c_j (L_i + w) <= c_i (L_j + w), summed over all j.
          const part = (agents[index] ?? 0) / all
          expect(loadFraction).toBeLessThanOrEqual(part * (1 + ((agents.length - 1) * heaviest) / total) + 1e-9)
        }
      }),
      { numRuns: 50, examples: [[[1], 2, [44, 11, 22, 16, 40]]] },
    )
  })

  test('refuses agents without capacity', () => {
    expect(() => dividePlan(planOf([1], 0), [])).toThrow(RangeError)
    expect(() => dividePlan(planOf([1], 0), [0])).toThrow(RangeError)
  })
})
