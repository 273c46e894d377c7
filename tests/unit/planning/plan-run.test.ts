import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { runPlan } from '../../../src/contracts/run-plan.ts'
import { planRun } from '../../../src/planning/plan-run.ts'
import { summarisePlan } from '../../../src/planning/summarise-plan.ts'
import { first, smallScenario, whitePaper } from '../capacity/known-files.ts'

const options = { runId: 'r1', brokers: 3 }

function problemsOf(act: () => unknown): string[] {
  try {
    act()
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [error.code, ...error.problems.map(({ place, message }) => `${place}: ${message}`)]
  }
}

describe('the plan of the white paper at a tenth', () => {
  const { plan, notes } = planRun(scaleScenario(whitePaper, 0.1), options)

  it('follows its schema and changes nothing of the scenario', () => {
    expect(runPlan.parse(plan)).toEqual(plan)
    expect(notes).toEqual([])
  })

  it('has four producers of 6,000 records/s that send 61 records to each partition in turn', () => {
    expect(plan.producers).toHaveLength(4)
    expect(plan.producers[0]).toMatchObject({
      id: 'producer-1',
      topic: 'headroom-r1-perf-test',
      clientId: 'headroom-r1-producer-1',
      recordsPerSec: 6000,
      partitioning: { kind: 'turns', recordsPerTurn: 61 },
      randomBytesRatio: 1,
    })
  })

  it('has three groups of four, started two seconds apart', () => {
    expect(plan.consumerGroups.map((group) => group.groupId)).toEqual([
      'headroom-r1-perf-test-1',
      'headroom-r1-perf-test-2',
      'headroom-r1-perf-test-3',
    ])
    expect(plan.consumerGroups[0]).toMatchObject({ members: 4, startStaggerMs: 2000, fetchMinBytes: 65_536 })
  })

  it('lasts two windows of burn-in and eight that count', () => {
    expect([plan.burnInMs, plan.durationMs, plan.quotaWindowMs]).toEqual([22_000, 110_000, 11_000])
    expect(planRun(whitePaper, { ...options, quotaWindowMs: 2000 }).plan.durationMs).toBe(20_000)
  })

  it('creates topics with short retention', () => {
    expect(plan.topics).toEqual([
      {
        name: 'headroom-r1-perf-test',
        partitions: 108,
        replicationFactor: 3,
        configs: {
          'cleanup.policy': 'delete',
          'retention.ms': '260000',
          'retention.bytes': '52428800',
          'segment.bytes': '52428800',
          'min.insync.replicas': '2',
        },
      },
    ])
  })

  it('summarises before the start what it will do', () => {
    const summary = summarisePlan(plan)
    expect(summary).toMatchObject({ topics: 1, partitions: 108, producerClients: 4, consumerClients: 12 })
    expect(summary.offeredRecordsPerSec).toBeCloseTo(24_000, 6)
    expect(summary.writtenWireBytes / 1e9).toBeCloseTo(1.381, 2)
  })
})

describe('a plan notes what differs from the scenario', () => {
  it('fewer replicas than in the scenario, if there are fewer brokers', () => {
    const { plan, notes } = planRun(first, { runId: 'r1', brokers: 1 })
    expect(plan.topics[0]?.replicationFactor).toBe(1)
    expect(plan.topics[0]?.configs['min.insync.replicas']).toBe('1')
    expect(notes[0]).toBe('"orders" has 1 replica per partition instead of 3, because the target has 1 broker.')
  })

  it('all replicas, if the number of brokers is not known', () => {
    expect(planRun(first, { runId: 'r1', brokers: null }).plan.topics[0]?.replicationFactor).toBe(3)
  })

  it('many clients merged into few, at the same total rate and batches', () => {
    const producer = { clients: 400, peakRecordsPerSec: 40_000, lingerMs: 50, batchBytes: 16_384 }
    const { plan, notes } = planRun(smallScenario({ producer }), options)
    expect(plan.producers).toHaveLength(16)
    expect(plan.producers.reduce((sum, each) => sum + each.recordsPerSec, 0)).toBeCloseTo(40_000, 6)
    // 100 records/s a client: 1 + 100 x 0.05 in a linger, not 1 + 2,500 x 0.05.
    expect(plan.producers[0]?.partitioning).toEqual({ kind: 'turns', recordsPerTurn: 6 })
    expect(notes).toEqual([
      'The 400 clients of "producer" are merged into 16 for the run, at the same total rate and batches.',
    ])
  })

  it('that not every record of a fast producer is timed', () => {
    const producer = { clients: 1, peakRecordsPerSec: 250_000 }
    expect(planRun(smallScenario({ producer }), options).notes).toEqual([
      'At this rate, one in 13 records of a producer is timed and stands for 13. All records are counted.',
    ])
  })

  it('nothing about timed records if another program has the clients', () => {
    const fast = smallScenario({ producer: { clients: 1, peakRecordsPerSec: 250_000 } })
    expect(planRun(fast, { ...options, isForOwnRun: false }).notes).toEqual([])
    expect(planRun(fast, { ...options, driver: 'kafka-perf-test' }).notes).toEqual([])
    expect(planRun(fast, { ...options, driver: 'node-rdkafka' }).notes).toHaveLength(1)
  })

  it('members beyond the partitions left out', () => {
    const { plan, notes } = planRun(smallScenario({ group: { members: 20 } }), options)
    expect(plan.consumerGroups[0]?.members).toBe(12)
    expect(notes).toEqual(['"group" runs with 12 of its 20 members; it reads the same records.'])
  })

  it('identical topics, each with its own producer and group', () => {
    const { plan } = planRun(smallScenario({ topic: { count: 3 } }), options)
    expect(plan.topics.map((topic) => topic.name)).toEqual([
      'headroom-r1-1-events',
      'headroom-r1-2-events',
      'headroom-r1-3-events',
    ])
    expect(new Set(plan.producers.map((producer) => producer.topic)).size).toBe(3)
    expect(new Set(plan.consumerGroups.map((group) => group.topic)).size).toBe(3)
    expect(new Set(plan.consumerGroups.map((group) => group.groupId)).size).toBe(3)
  })
})

describe('what cannot be run is refused with all reasons at once', () => {
  it('small records, no time, too many partitions', () => {
    const scenario = smallScenario({ topic: { partitions: 6000 }, producer: { recordValueBytes: 23 } })
    expect(problemsOf(() => planRun(scenario, { ...options, durationMs: 0 }))).toEqual([
      'PLAN_IMPOSSIBLE',
      'validation.durationMs: expected at least 1 s; 110 s are long enough for a verdict',
      'workload.topics: a run creates at most 15,000 partition replicas, and this scenario needs 18,000; use fewer partitions or replicas',
      "workload.producers[0].recordValueBytes: a run's records carry sender, sequence number and time, so they need at least 24 B (found 23 B)",
    ])
  })

  it('a load that would send nothing', () => {
    const scenario = smallScenario({ producer: { peakRecordsPerSec: 0.005 } })
    expect(problemsOf(() => planRun(scenario, options))).toEqual([
      'PLAN_IMPOSSIBLE',
      'workload.producers: a load of 1 min 50 s would not send a single record; raise the rates or the scale',
    ])
    expect(problemsOf(() => planRun(scenario, { ...options, durationMs: 200_000 }))).toEqual([])
  })

  it('keys that do not fit into their bytes', () => {
    const keys = { kind: 'uniform' as const, distinct: 1000 }
    expect(problemsOf(() => planRun(smallScenario({ producer: { keys, recordKeyBytes: 1 } }), options))[1]).toContain(
      '1,000 different keys need more than 1 B each',
    )
    expect(problemsOf(() => planRun(smallScenario({ producer: { keys, recordKeyBytes: 2 } }), options))).toEqual([])
  })

  it('more topics than there are producers to feed them', () => {
    expect(problemsOf(() => planRun(smallScenario({ topic: { count: 33, partitions: 1 } }), options))[1]).toContain(
      'at most 32 topics',
    )
  })
})

describe('laws of every plan', () => {
  const scenarios = fc
    .record({
      clients: fc.integer({ min: 1, max: 1000 }),
      count: fc.integer({ min: 1, max: 20 }),
      partitions: fc.integer({ min: 1, max: 40 }),
      rate: fc.double({ min: 0.01, max: 1e7, noNaN: true }),
      valueBytes: fc.integer({ min: 24, max: 800_000 }),
      lingerMs: fc.integer({ min: 0, max: 1000 }),
      batchBytes: fc.integer({ min: 1, max: 2_000_000 }),
      groups: fc.integer({ min: 1, max: 4 }),
      members: fc.integer({ min: 1, max: 100 }),
    })
    .map((each) =>
      smallScenario({
        topic: { count: each.count, partitions: each.partitions },
        producer: {
          clients: each.clients,
          peakRecordsPerSec: each.rate,
          recordValueBytes: each.valueBytes,
          lingerMs: each.lingerMs,
          batchBytes: each.batchBytes,
        },
        group: { count: each.groups, members: each.members },
      }),
    )

  it('lets consumers request responses that leave as much of a quota unused as they drop of incomplete batches', () => {
    const quota = fc.record({
      bytesPerSec: fc.integer({ min: 1, max: 1_000_000_000 }),
      windowSeconds: fc.integer({ min: 1, max: 60 }),
      roundTripMs: fc.constant(0),
    })
    fc.assert(
      fc.property(quota, (consumerQuota) => {
        const { plan } = planRun(smallScenario({}), { ...options, consumerQuota })
        const [group] = plan.consumerGroups
        const given = consumerQuota.bytesPerSec * Math.max(1, consumerQuota.windowSeconds - 1)
        const batchBytes = smallScenario({}).workload.producers[0]?.batchBytes ?? 0
        const lost = (bytes: number) => bytes / given + batchBytes / 2 / bytes
        const asked = group?.fetchMaxBytes ?? 0
        expect(asked).toBeGreaterThanOrEqual(Math.max(16_384, group?.fetchMinBytes ?? 0))
        for (const other of [asked * 1.5, Math.max(16_384, asked / 1.5)]) {
          expect(lost(asked)).toBeLessThanOrEqual(lost(other) * 1.001)
        }
      }),
    )
    const consumerQuota = { bytesPerSec: 5_000_000, windowSeconds: 4, roundTripMs: 0 }
    const maxOf = (change: Partial<typeof consumerQuota>) =>
      planRun(smallScenario({}), { ...options, consumerQuota: { ...consumerQuota, ...change } }).plan.consumerGroups[0]
        ?.fetchMaxBytes
    // The square root of half a batch of 16,384 bytes times 15 MB.
    expect(maxOf({})).toBe(350_543)
    expect(maxOf({ windowSeconds: 11 })).toBe(640_000)
    // One request after the other: an answer must fill the way there.
    expect(maxOf({ roundTripMs: 200 })).toBe(1_000_000)
    expect(planRun(smallScenario({}), options).plan.consumerGroups[0]).not.toHaveProperty('fetchMaxBytes')
  })

  it('follows its schema, offers the scenario’s rate, and has unique names with the id of its run', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { plan } = planRun(scenario, options)
        expect(runPlan.safeParse(plan).error).toBeUndefined()
        const rate = scenario.workload.producers.reduce((sum, each) => sum + each.peakRecordsPerSec, 0)
        expect(summarisePlan(plan).offeredRecordsPerSec / rate).toBeCloseTo(1, 9)
        const names = [
          ...plan.topics.map((topic) => topic.name),
          ...plan.producers.map((producer) => producer.clientId),
          ...plan.consumerGroups.map((group) => `group ${group.groupId}`),
        ]
        expect(new Set(names).size).toBe(names.length)
        for (const name of names) expect(name).toContain('headroom-r1-')
        for (const topic of plan.topics) {
          expect(plan.producers.some((producer) => producer.topic === topic.name)).toBe(true)
        }
      }),
    )
  })
})
