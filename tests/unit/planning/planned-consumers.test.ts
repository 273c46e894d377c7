import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { planConsumers } from '../../../src/planning/planned-consumers.ts'
import { smallScenario } from '../capacity/known-files.ts'

type Group = NonNullable<NonNullable<Parameters<typeof smallScenario>[0]['group']>>

/** The groups that a run starts on topics with these names. */
function planned(
  group: Group,
  names: readonly string[] = ['events'],
  change: (scenario: Scenario) => Scenario = (s) => s,
) {
  return planConsumers(change(smallScenario({ group })), { runId: 'r1' }, new Map([['events', names]]))
}

describe('the consumer groups of a run', () => {
  it('have the settings of their entry', () => {
    const { planned: groups, notes } = planned({ members: 3, fetchMinBytes: 7, fetchMaxWaitMs: 8, startStaggerMs: 9 })
    expect(groups).toEqual([
      {
        ...{ groupId: 'headroom-r1-group', clientId: 'headroom-r1-group', topic: 'events', members: 3 },
        ...{ fetchMinBytes: 7, fetchMaxWaitMs: 8, startStaggerMs: 9 },
      },
    ])
    expect(notes).toEqual([])
  })

  it('are numbered by copy and by topic if there are several', () => {
    const idsOf = (count: number, names: readonly string[]) =>
      planned({ count, members: 2 }, names).planned.map(({ groupId, topic }) => [groupId, topic])
    expect(idsOf(2, ['events'])).toEqual([
      ['headroom-r1-group-1', 'events'],
      ['headroom-r1-group-2', 'events'],
    ])
    expect(idsOf(1, ['a', 'b'])).toEqual([
      ['headroom-r1-group-1', 'a'],
      ['headroom-r1-group-2', 'b'],
    ])
    expect(idsOf(2, ['a', 'b']).map(([id]) => id)).toEqual([
      'headroom-r1-group-1-1',
      'headroom-r1-group-1-2',
      'headroom-r1-group-2-1',
      'headroom-r1-group-2-2',
    ])
  })

  it('have at most 32 members in all, divided in proportion to their size, and at least one each', () => {
    const members = (change: Group) => planned(change).planned.map((each) => each.members)
    expect(members({ count: 4, members: 8 })).toEqual([8, 8, 8, 8])
    expect(members({ count: 4, members: 10 })).toEqual([8, 8, 8, 8])
    expect(members({ count: 40, members: 1 })).toEqual(Array.from({ length: 40 }, () => 1))
    expect(planned({ members: 40, count: 1 }).notes).toEqual([
      '"group" runs with 12 of its 40 members; it reads the same records.',
    ])
    expect(planned({ members: 5000, count: 1 }).notes).toEqual([
      '"group" runs with 12 of its 5,000 members; it reads the same records.',
    ])
  })

  it('have the members of their entry divided among several topics', () => {
    const { planned: groups, notes } = planned({ members: 6 }, ['a', 'b', 'c'])
    expect([groups.map(({ members }) => members), notes]).toEqual([[2, 2, 2], []])
    expect(planned({ members: 7 }, ['a', 'b']).notes).toEqual([
      '"group" runs with 3 of its 7 members on each of 2 topics; it reads the same records.',
    ])
  })

  it('begin later if their entry states a delay, with a note', () => {
    const late = planned({ startDelayMs: 5000 })
    expect(late.planned[0]?.startDelayMs).toBe(5000)
    expect(late.notes).toEqual([expect.stringMatching(/^"group" begins to read 5 s into the load/)])
    expect(planned({}).planned[0]).not.toHaveProperty('startDelayMs')
  })

  it('under a quota, limit responses by the largest batch size of their topic, never below fetch.min.bytes', () => {
    const largest = (batchBytes: number, fetchMinBytes = 1, bytesPerSec = 5_000_000) => {
      const base = smallScenario({ producer: { batchBytes }, group: { fetchMinBytes } })
      const [own] = base.workload.producers
      if (own === undefined) throw new Error('the scenario has a producer')
      const producers = [own, { ...own, batchBytes: 1000 }, { ...own, topic: 'other', batchBytes: 10_000_000 }]
      const scenario = { ...base, workload: { ...base.workload, producers } }
      const consumerQuota = { bytesPerSec, windowSeconds: 4, roundTripMs: 0 }
      const { planned: groups } = planConsumers(scenario, { runId: 'r1', consumerQuota }, new Map([['events', ['e']]]))
      return groups[0]?.fetchMaxBytes
    }
    expect(largest(16_384)).toBe(350_543)
    expect(largest(65_536)).toBe(Math.ceil(2 * Math.sqrt((16_384 * 15e6) / 2)))
    expect(largest(16_384, 400_000)).toBe(400_000)
    expect(largest(16_384, 1, 1000)).toBe(16_384)
  })
})
