import { describe, expect, it } from 'vitest'
import { planProducers } from '../../../src/planning/planned-producers.ts'
import { smallScenario } from '../capacity/known-files.ts'

/** The clients that a run starts for a producer entry on topics with these names. */
function planned(clients: number, names: readonly string[] = ['events']) {
  return planProducers(smallScenario({ producer: { clients } }), 'r1', new Map([['events', names]]))
}

describe('the producers of a run', () => {
  it('are as many as the clients of their entry, and share its rate', () => {
    const { planned: producers, notes } = planned(4)
    expect(producers.map(({ id, clientId, recordsPerSec }) => [id, clientId, recordsPerSec])).toEqual(
      [1, 2, 3, 4].map((client) => [`producer-${client}`, `headroom-r1-producer-${client}`, 2500]),
    )
    expect(notes).toEqual([])
  })

  it('are at most 16 in all, in proportion to each entry’s clients', () => {
    expect(planned(16)).toMatchObject({ planned: { length: 16 }, notes: [] })
    expect(planned(17).planned).toHaveLength(16)
    const base = smallScenario({ producer: { clients: 30 } })
    const [own] = base.workload.producers
    if (own === undefined) throw new Error('the scenario has a producer')
    const producers = [own, { ...own, name: 'other', clients: 10 }]
    const scenario = { ...base, workload: { ...base.workload, producers } }
    const { planned: both, notes } = planProducers(scenario, 'r1', new Map([['events', ['events']]]))
    expect(both.filter(({ id }) => id.startsWith('producer-'))).toHaveLength(12)
    expect(both.filter(({ id }) => id.startsWith('other-'))).toHaveLength(4)
    expect(notes).toEqual([
      'The 30 clients of "producer" are merged into 12 for the run, at the same total rate and batches.',
      'The 10 clients of "other" are merged into 4 for the run, at the same total rate and batches.',
    ])
  })

  it('are equally many on each topic, at least one', () => {
    const topicsOf = (clients: number, names: readonly string[]) => planned(clients, names).planned.map((p) => p.topic)
    expect(topicsOf(4, ['a', 'b'])).toEqual(['a', 'b', 'a', 'b'])
    expect(topicsOf(1, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
    expect(planned(1, ['a', 'b']).notes).toEqual([
      'The 1 client of "producer" are spread over 2 for the run, at the same total rate and batches.',
    ])
    expect(
      topicsOf(
        20,
        Array.from({ length: 20 }, (_, index) => `t${index}`),
      ),
    ).toHaveLength(20)
  })
})

describe('the own keys of the producers of a run', () => {
  const own = (clients: number, keysPerClient: number, topics: readonly string[] = ['events']) => {
    const keys = { kind: 'uniform' as const, distinct: 1_000_000 }
    const scenario = smallScenario({ producer: { clients, keys, keysPerClient, recordKeyBytes: 8 } })
    return planProducers(scenario, 'r1', new Map([['events', topics]]))
  }
  const rangesOf = (clients: number, keysPerClient: number, topics?: readonly string[]) =>
    own(clients, keysPerClient, topics).planned.map(({ partitioning }) => {
      if (partitioning.kind !== 'keys' || partitioning.keys.kind === 'none') throw new Error('expected keys')
      return { from: partitioning.firstKey ?? 1, distinct: partitioning.keys.distinct }
    })

  it('are as many in each client as in the scenario, and no two have the same', () => {
    expect(rangesOf(3, 1)).toEqual([
      { from: 1, distinct: 1 },
      { from: 2, distinct: 1 },
      { from: 3, distinct: 1 },
    ])
    expect(rangesOf(2, 5)).toEqual([
      { from: 1, distinct: 5 },
      { from: 6, distinct: 5 },
    ])
    expect(own(3, 1).notes).toEqual([])
  })

  it('are shared out whole where clients are merged, with a note', () => {
    const ranges = rangesOf(1_000, 3)
    expect(ranges).toHaveLength(16)
    let next = 1
    for (const { from, distinct } of ranges) {
      expect(from).toBe(next)
      expect([187, 188]).toContain(distinct)
      next += distinct
    }
    expect(next - 1).toBe(3_000)
    expect(own(1_000, 3).notes[0]).toBe(
      'The 1,000 clients of "producer" are merged into 16 for the run, at the same total rate. Each writes the keys of those that it stands for, so its batches may be others than in the scenario. The run is predicted with them.',
    )
  })

  it('are at least one where topics need more clients', () => {
    expect(rangesOf(1, 1, ['a', 'b', 'c']).map(({ distinct }) => distinct)).toEqual([1, 1, 1])
  })

  it('are no part of the plan without the field', () => {
    const { planned: producers } = planProducers(
      smallScenario({ producer: { keys: { kind: 'uniform', distinct: 9 }, recordKeyBytes: 8 } }),
      'r1',
      new Map([['events', ['events']]]),
    )
    expect(producers[0]?.partitioning).toEqual({ kind: 'keys', keys: { kind: 'uniform', distinct: 9 } })
  })
})

describe('the synchronous senders of a run', () => {
  function sendersOf(clients: number, synchronousSenders: number, { acks = 'all', topics = ['events'] } = {}) {
    const producer = { clients, synchronousSenders, acks: acks as 'all' | '0' }
    const found = planProducers(smallScenario({ producer }), 'r1', new Map([['events', topics]]))
    return { senders: found.planned.map((each) => each.synchronousSenders), notes: found.notes.slice(1) }
  }

  it('are as many in each client as in the scenario', () => {
    expect(sendersOf(3, 4)).toEqual({ senders: [4, 4, 4], notes: [] })
    expect(sendersOf(1, 1).senders).toEqual([1])
  })

  it('are all in the run if clients are merged, with a note that they share requests', () => {
    const { senders, notes } = sendersOf(40, 1)
    expect(senders).toHaveLength(16)
    expect(senders.reduce((sum: number, each = 0) => sum + each, 0)).toBe(40)
    expect(notes).toEqual([
      'The 40 synchronous senders of "producer" share 16 clients in the run, so their records may share requests that would be separate in the scenario.',
    ])
  })

  it('are at least one for each topic, with a note if that is more', () => {
    const { senders, notes } = sendersOf(1, 2, { topics: ['a', 'b', 'c'] })
    expect(senders).toEqual([1, 1, 1])
    expect(notes).toEqual([
      'The run has 3 synchronous senders of "producer" instead of 2, because each of its topics needs one.',
    ])
    expect(sendersOf(1, 6, { topics: ['a', 'b', 'c'] })).toEqual({ senders: [2, 2, 2], notes: [] })
  })

  it('are none with acks=0, because no client waits', () => {
    expect(sendersOf(1, 4, { acks: '0' }).senders).toEqual([undefined])
  })
})
