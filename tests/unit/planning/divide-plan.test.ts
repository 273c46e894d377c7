import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import { dividePlan } from '../../../src/planning/divide-plan.ts'
import { exampleDraft } from '../workbench/example-run.ts'

/** A plan on one topic with these producers and so many groups. */
function planOf(rates: readonly number[], groups: number): RunPlan {
  const { plan } = exampleDraft('divide')
  const [producer, topic, group] = [plan.producers[0], plan.topics[0], plan.consumerGroups[0]]
  if (!producer || !topic || !group) throw new Error('the example has none')
  return {
    ...plan,
    topics: [topic],
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
    })),
  }
}

describe('dividing a plan', () => {
  test('by hand: twice the capacity takes twice the load', () => {
    const shares = dividePlan(planOf([100, 100, 100, 100, 100, 100], 0), [1, 2])
    expect(shares.map(({ producerIds, loadFraction }) => [producerIds.length, loadFraction])).toEqual([
      [2, 1 / 3],
      [4, 2 / 3],
    ])
  })

  test('by hand: a group weighs what is written to its topic', () => {
    const [one, other] = dividePlan(planOf([50, 50], 1), [1, 1])
    expect([one?.groupIds, one?.producerIds]).toEqual([['g0'], []])
    expect([other?.groupIds, other?.producerIds]).toEqual([[], ['p0', 'p1']])
  })

  test('gives every client to exactly one agent, and no agent more than the rule allows', () => {
    const rates = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 40 })
    const capacities = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(rates, fc.integer({ min: 0, max: 5 }), capacities, (producerRates, groups, agents) => {
        const plan = planOf(producerRates, groups)
        const shares = dividePlan(plan, agents)
        const ids = shares.flatMap(({ producerIds, groupIds }) => [...producerIds, ...groupIds])
        const clients = [...plan.producers.map(({ id }) => id), ...plan.consumerGroups.map(({ groupId }) => groupId)]
        expect(ids.sort()).toEqual(clients.sort())
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

  test('needs agents that can do something', () => {
    expect(() => dividePlan(planOf([1], 0), [])).toThrow(RangeError)
    expect(() => dividePlan(planOf([1], 0), [0])).toThrow(RangeError)
  })
})
