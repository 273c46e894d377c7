import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { planTopics } from '../../../src/planning/planned-topics.ts'
import { smallScenario } from '../capacity/known-files.ts'

const options = { runId: 'r1', brokers: 3, durationMs: 110_000, drainMs: 30_000 }

function configsOf(scenario: Scenario, change: Partial<typeof options> = {}) {
  return planTopics(scenario, { ...options, ...change }).planned[0]?.configs ?? {}
}

describe('the topics of a run', () => {
  it('have different names if theirs are the same when cut, or when numbered', () => {
    const [topic] = smallScenario({}).workload.topics
    if (topic === undefined) throw new Error('the scenario has no topic')
    const namesOf = (...topics: readonly { readonly name: string; readonly count?: number }[]) => {
      const scenario = smallScenario({})
      const workload = { ...scenario.workload, topics: topics.map((change) => ({ ...topic, ...change })) }
      const { planned, names } = planTopics({ ...scenario, workload }, options)
      expect([...names.values()].flat()).toEqual(planned.map(({ name }) => name))
      return planned.map(({ name }) => name)
    }
    const long = 'x'.repeat(199)
    const cut = namesOf({ name: `${long}a` }, { name: `${long}b` })
    expect([new Set(cut).size, ...cut.map(({ length }) => length)]).toEqual([2, 200, 200])
    expect(namesOf({ name: 'orders', count: 2 }, { name: '1-orders' })).toEqual([
      'headroom-r1-1-orders',
      'headroom-r1-2-orders',
      'headroom-r1-1-orders.2',
    ])
  })

  it('retain two minutes of their hottest partition, at least one segment', () => {
    // 12 partitions share 100,000 records/s. In the log each has 1,029 bytes and, alone in its batch, a header of 61: 120 s of
    // that are 1.09 GB.
    const producer = { peakRecordsPerSec: 100_000, recordValueBytes: 1000, recordKeyBytes: 20 }
    expect(configsOf(smallScenario({ producer }))['retention.bytes']).toBe('1090000000')
    expect(configsOf(smallScenario({ producer }), { durationMs: 600_000 })['retention.bytes']).toBe('1090000000')
    const alike = smallScenario({ producer, topic: { count: 3 } })
    expect(configsOf(alike)['retention.bytes']).toBe('363333334')
    expect(configsOf(smallScenario({ producer: { peakRecordsPerSec: 100 } }))['retention.bytes']).toBe('52428800')
  })

  it('retain the whole run for a group that begins late', () => {
    const producer = { peakRecordsPerSec: 100_000, recordValueBytes: 1000, recordKeyBytes: 20 }
    const late = smallScenario({ producer, group: { startDelayMs: 1000 } })
    // 140 s of 9.1 MB/s; two minutes where the run is shorter.
    expect(configsOf(late)['retention.bytes']).toBe('1271666667')
    expect(configsOf(late, { durationMs: 10_000 })['retention.bytes']).toBe('1090000000')
  })

  it('retain what the log gets, which for small records is several times their payload', () => {
    const producer = { peakRecordsPerSec: 120_000, recordValueBytes: 10, recordKeyBytes: 0, lingerMs: 0 }
    const late = smallScenario({ producer, group: { startDelayMs: 60_000 } })
    // A batch of one record has 61 + 17 bytes: 140 s of 10,000 records/s on each of 12 partitions.
    expect(Number(configsOf(late)['retention.bytes'])).toBeGreaterThanOrEqual(140 * 10_000 * (61 + 17))
  })

  it('are empty two minutes after their run', () => {
    expect(configsOf(smallScenario({}))['retention.ms']).toBe('260000')
  })

  it('have min.insync.replicas as far as their replicas allow', () => {
    expect(configsOf(smallScenario({}))['min.insync.replicas']).toBe('2')
    expect(configsOf(smallScenario({}), { brokers: 1 })['min.insync.replicas']).toBe('1')
  })

  it('are flushed to disk as the scenario says, otherwise by the brokers’ default', () => {
    expect(configsOf(smallScenario({ topic: { flushMessages: 1 } }))['flush.messages']).toBe('1')
    expect(configsOf(smallScenario({}))['flush.messages']).toBeUndefined()
  })

  it('have fewer replicas if there are fewer brokers, with a note', () => {
    const noteOf = (brokers: number) => planTopics(smallScenario({}), { ...options, brokers }).notes
    expect(noteOf(3)).toEqual([])
    expect(noteOf(2)).toEqual(['"events" has 2 replicas per partition instead of 3, because the target has 2 brokers.'])
    expect(noteOf(1)).toEqual(['"events" has 1 replica per partition instead of 3, because the target has 1 broker.'])
  })

  it('are used unchanged if they exist already, with a note', () => {
    const { planned, names, notes } = planTopics(smallScenario({}), { ...options, usesExistingTopics: true })
    expect(planned).toEqual([{ name: 'events', isExisting: true, partitions: 12, replicationFactor: 3, configs: {} }])
    expect([...names]).toEqual([['events', ['events']]])
    expect(notes).toEqual([expect.stringContaining('("events")')])
  })
})
