import { describe, expect, it } from 'vitest'
import { maxToolLines } from '../../../src/contracts/runner-protocol.ts'
import { type PlanNumbers, planProblems } from '../../../src/planning/plan-problems.ts'
import { smallScenario } from '../capacity/known-files.ts'

const numbers: PlanNumbers = { brokers: 3, durationMs: 110_000, quotaWindowMs: 11_000, runId: 'r1' }

function placesOf(change: Partial<PlanNumbers>, scenario = smallScenario({})): string[] {
  return planProblems(scenario, { ...numbers, ...change }).map(({ place }) => place)
}

describe('a run', () => {
  it('is possible as it usually is', () => {
    expect(placesOf({})).toEqual([])
    expect(placesOf({ brokers: null })).toEqual([])
  })

  it.each<[keyof PlanNumbers, string, readonly number[], readonly number[]]>([
    ['durationMs', 'validation.durationMs', [1000, 1e9], [999, 0, Number.NaN, Number.POSITIVE_INFINITY]],
    ['quotaWindowMs', 'quotaWindowMs', [1000, 60_000], [999, Number.NaN, Number.POSITIVE_INFINITY]],
    ['brokers', 'brokers', [1, 100], [0, 0.5, Number.NaN]],
  ])('has bounds on %s', (name, place, possible, impossible) => {
    for (const value of possible) expect(placesOf({ [name]: value })).toEqual([])
    for (const value of impossible) expect(placesOf({ [name]: value })).toEqual([place])
  })

  it('takes at most five hours with Kafka’s own tools, of which later lines are not kept', () => {
    const fiveHoursMs = 18_000_000
    expect(placesOf({ driver: 'kafka-perf-test', durationMs: fiveHoursMs })).toEqual([])
    expect(placesOf({ driver: 'kafka-perf-test', durationMs: fiveHoursMs + 1 })).toEqual(['validation.durationMs'])
    expect(placesOf({ driver: 'node-rdkafka', durationMs: fiveHoursMs + 1 })).toEqual([])
    // The tools print one line per second, and some at their start and end.
    expect(fiveHoursMs / 1000).toBeLessThan(maxToolLines - 1_000)
  })

  it('has an id of letters, digits, dots, dashes and underscores that begins with a letter or digit', () => {
    for (const runId of ['a', '9', 'A.b-c_d', 'x'.repeat(80)]) expect(placesOf({ runId })).toEqual([])
    for (const runId of ['', '-a', '.a', 'a b', ' a', 'a ', 'ä', 'x'.repeat(81)]) {
      expect(placesOf({ runId })).toEqual(['runId'])
    }
  })
})

describe('the topics of a run', () => {
  it('are at most 32, and their replicas at most 15,000', () => {
    const topics = (count: number, partitions: number) => smallScenario({ topic: { count, partitions } })
    expect(placesOf({}, topics(32, 1))).toEqual([])
    expect(placesOf({}, topics(33, 1))).toEqual(['workload.topics'])
    expect(placesOf({}, topics(1, 5000))).toEqual([])
    expect(placesOf({}, topics(1, 5001))).toEqual(['workload.topics'])
    expect(placesOf({}, topics(2, 2501))).toEqual(['workload.topics'])
  })

  it('have no more replicas than there are brokers, if their number is known', () => {
    const many = smallScenario({ topic: { partitions: 15_000 } })
    expect(placesOf({ brokers: 1 }, many)).toEqual([])
    expect(placesOf({ brokers: 2 }, many)).toEqual(['workload.topics'])
    expect(placesOf({ brokers: null }, many)).toEqual(['workload.topics'])
    expect(placesOf({ brokers: 9 }, smallScenario({ topic: { partitions: 5000 } }))).toEqual([])
  })

  it('stand for one topic each if existing topics are used', () => {
    const alike = smallScenario({ topic: { count: 2 } })
    expect(placesOf({ usesExistingTopics: true }, alike)).toEqual(['workload.topics[0].count'])
    expect(placesOf({ usesExistingTopics: false }, alike)).toEqual([])
    expect(placesOf({ usesExistingTopics: true })).toEqual([])
  })
})

describe('the clients of a run', () => {
  const withProducer = (producer: NonNullable<Parameters<typeof smallScenario>[0]['producer']>) =>
    placesOf({}, smallScenario({ producer }))

  it('send records of 24 B to 900 kB, key included', () => {
    const place = 'workload.producers[0].recordValueBytes'
    expect(withProducer({ recordValueBytes: 24 })).toEqual([])
    expect(withProducer({ recordValueBytes: 23 })).toEqual([place])
    expect(withProducer({ recordValueBytes: 899_992, recordKeyBytes: 8 })).toEqual([])
    expect(withProducer({ recordValueBytes: 899_993, recordKeyBytes: 8 })).toEqual([place])
  })

  it('count headers as part of a record', () => {
    const headers = { count: 10, nameBytes: 8, valueBytes: 10_000 }
    expect(withProducer({ recordValueBytes: 700_000, headers })).toEqual([])
    expect(withProducer({ recordValueBytes: 800_000, headers })).toEqual(['workload.producers[0].recordValueBytes'])
    const large = { ...headers, count: 100 }
    expect(withProducer({ recordValueBytes: 100, headers: large })).toEqual(['workload.producers[0].headers'])
  })

  it('have keys with room for as many as differ; without keys none are needed', () => {
    const keys = (distinct: number) => ({ kind: 'uniform' as const, distinct })
    expect(withProducer({ keys: keys(256), recordKeyBytes: 1 })).toEqual([])
    expect(withProducer({ keys: keys(257), recordKeyBytes: 1 })).toEqual(['workload.producers[0].recordKeyBytes'])
    expect(withProducer({ keys: keys(1e15), recordKeyBytes: 100 })).toEqual([])
    // Records without a key can be spread unevenly too, by a partitioner of their clients.
    expect(withProducer({ keys: keys(257), recordKeyBytes: 0 })).toEqual([])
    expect(withProducer({ keys: { kind: 'none' }, recordKeyBytes: 0 })).toEqual([])
  })

  it('send at least one record', () => {
    const rate = (peakRecordsPerSec: number, durationMs = 2000) =>
      placesOf({ durationMs }, smallScenario({ producer: { peakRecordsPerSec } }))
    expect(rate(0.5)).toEqual([])
    expect(rate(0.4999)).toEqual(['workload.producers'])
    // Of a load that takes no time this is not said as well.
    expect(rate(0.4, 0)).toEqual(['validation.durationMs'])
  })

  it('begin to read before the load ends', () => {
    const late = (startDelayMs: number, durationMs = 110_000) =>
      placesOf({ durationMs }, smallScenario({ group: { startDelayMs } }))
    expect(late(109_999)).toEqual([])
    expect(late(110_000)).toEqual(['workload.consumerGroups[0].startDelayMs'])
    expect(late(1, 0)).toEqual(['validation.durationMs'])
  })
})

describe('the synchronous senders of a run', () => {
  const place = 'workload.producers[0].synchronousSenders'
  const waiting = (clients: number, synchronousSenders: number, acks: 'all' | '0' = 'all') =>
    smallScenario({ producer: { clients, synchronousSenders, acks } })

  it('are 100,000 at most in an entry', () => {
    expect(placesOf({}, waiting(100, 1_000))).toEqual([])
    expect(placesOf({}, waiting(100, 1_001))).toEqual([place])
  })

  it.each(['kafka-perf-test', 'trogdor'] as const)('are refused with %s, whose clients do not wait', (driver) => {
    expect(placesOf({ driver }, waiting(1, 1))).toEqual([place])
    expect(placesOf({ driver }, waiting(1, 1, '0'))).toEqual([])
    expect(placesOf({ driver })).toEqual([])
  })
})
