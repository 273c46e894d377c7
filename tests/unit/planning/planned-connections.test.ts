import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { ownTopics } from '../../../src/contracts/run-plan.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { planRun } from '../../../src/planning/plan-run.ts'
import { first } from '../capacity/known-files.ts'

function withConnections(connections: Scenario['workload']['connections']): Scenario {
  return { ...first, workload: { ...first.workload, connections } }
}
const options = { runId: 'r1', brokers: 1 }

describe('the connections of a plan', () => {
  it('are those of the scenario minus one per client of the run, and none if the scenario has none', () => {
    const { plan } = planRun(withConnections({ total: 1_000, attemptsPerSec: 5 }), options)
    const own = plan.producers.length + plan.consumerGroups.reduce((sum, group) => sum + group.members, 0)
    expect(plan.connections).toEqual({ held: 1_000 - own, attemptsPerSec: 5 })
    expect(planRun(withConnections({ attemptsPerSec: 0 }), options).plan.connections).toBeUndefined()
    expect(planRun(withConnections({ total: 1, attemptsPerSec: 0 }), options).plan.connections).toBeUndefined()
  })

  it('are limited to what one host can hold, with a note', () => {
    const { plan, notes } = planRun(withConnections({ total: 90_000, attemptsPerSec: 5_000 }), options)
    expect(plan.connections).toEqual({ held: 5_000, attemptsPerSec: 500 })
    expect(notes.filter((note) => note.includes('the limit of one host'))).toHaveLength(2)
  })
})

describe('a group that begins late', () => {
  const late = (startDelayMs: number): Scenario => {
    const [group] = first.workload.consumerGroups
    if (group === undefined) throw new Error('no group')
    return { ...first, workload: { ...first.workload, consumerGroups: [{ ...group, startDelayMs }] } }
  }

  it('is in the plan and in a note, and its topics retain the whole load', () => {
    const { plan, notes } = planRun(late(600_000), { ...options, durationMs: 900_000 })
    expect(plan.consumerGroups.every((group) => group.startDelayMs === 600_000)).toBe(true)
    expect(notes.some((note) => note.includes('begins to read 10 min into the load'))).toBe(true)
    const kept = (planned: typeof plan) => Number(planned.topics[0]?.configs['retention.bytes'])
    expect(kept(plan)).toBeGreaterThan(kept(planRun(first, { ...options, durationMs: 900_000 }).plan))
  })

  it('is refused if the load has ended by then', () => {
    try {
      planRun(late(20_000), { ...options, durationMs: 20_000 })
      expect.unreachable()
    } catch (error) {
      const { code, problems } = AppError.from(error)
      expect([code, problems[0]?.place]).toEqual(['PLAN_IMPOSSIBLE', 'workload.consumerGroups[0].startDelayMs'])
    }
  })
})

describe('existing topics', () => {
  it('are used with the scenario’s names, without settings, and are not created by the run', () => {
    const { plan, notes } = planRun(first, { ...options, usesExistingTopics: true })
    const [topic] = first.workload.topics
    expect(plan.topics).toEqual([
      {
        name: topic?.name,
        isExisting: true,
        partitions: topic?.partitions,
        replicationFactor: topic?.replicationFactor,
        configs: {},
      },
    ])
    expect(ownTopics(plan)).toEqual([])
    expect(plan.consumerGroups.every(({ groupId }) => groupId.startsWith('headroom-r1'))).toBe(true)
    expect(notes.some((note) => note.includes('neither altered nor deleted'))).toBe(true)
  })

  it('need a name each', () => {
    const topics = first.workload.topics.map((topic) => ({ ...topic, count: 3 }))
    const many = { ...first, workload: { ...first.workload, topics } }
    expect(() => planRun(many, { ...options, usesExistingTopics: true })).toThrow(AppError)
  })
})
