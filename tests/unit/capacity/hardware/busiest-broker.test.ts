import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solve } from '../../../../src/capacity/solve.ts'
import { type ScenarioInput, scenario } from '../../../../src/contracts/scenario.ts'
import { shippedOffering, smallScenario } from '../known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')

type Workload = ScenarioInput['workload']
type Topic = Workload['topics'][number]
type Producer = Workload['producers'][number]

const topicOf = (change: Partial<Topic> = {}): Topic => ({ name: 'orders', partitions: 12, ...change })

const producerOf = (change: Partial<Producer> = {}): Producer => ({
  name: 'writer',
  topic: 'orders',
  peakRecordsPerSec: 30_000,
  recordValueBytes: 1000,
  lingerMs: 1000,
  batchBytes: 65_536,
  acks: '1',
  ...change,
})

/**
 * What topics ask of the busiest of some brokers while no client waits. Full brokers make all clients wait, which fills the
 * batches of those that send no more than before: then its batches do become fewer.
 */
function busiest(topics: readonly Topic[], producers: readonly Producer[], size = 3) {
  const { broker, figures } = solvedOn(topics, producers, size).demanded
  if (broker === null) throw new Error('expected hosts')
  return { ...broker, wire: figures.ingressWireBytesPerSec }
}

function solvedOn(topics: readonly Topic[], producers: readonly Producer[], size: number) {
  const parsed = scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'any',
    workload: { clientFamily: 'librdkafka', topics, producers },
    deployment: { offering: hosts.id, size, tier: 'm5.2xlarge' },
  })
  return solve(parsed, hosts)
}

/** As many entries of one alike topic each, with an even part of the load. */
function apart(count: number, topic: Partial<Topic>, size: number) {
  const names = Array.from({ length: count }, (_, index) => `t${index}`)
  return busiest(
    names.map((name) => topicOf({ ...topic, name })),
    names.map((name) => producerOf({ topic: name, peakRecordsPerSec: 30_000 / count })),
    size,
  )
}

/** Share by which rounding may make a sum smaller. */
const noise = 1e-9

/** A topic, its keys, and the load of two producers into it: one with these keys, one without. */
type Given = {
  readonly partitions: number
  readonly replicationFactor: number
  readonly peakRecordsPerSec: number
  readonly secondRecordsPerSec: number
  readonly distinct: number
}

const topicsOf: fc.Arbitrary<Given[]> = fc.array(
  fc.record({
    partitions: fc.integer({ min: 1, max: 40 }),
    replicationFactor: fc.integer({ min: 1, max: 3 }),
    peakRecordsPerSec: fc.integer({ min: 1, max: 2000 }),
    secondRecordsPerSec: fc.integer({ min: 1, max: 2000 }),
    distinct: fc.integer({ min: 1, max: 1000 }),
  }),
  { minLength: 1, maxLength: 5 },
)
const sizes = fc.integer({ min: 3, max: 30 })

/** Demands on the busiest broker that a larger load cannot make smaller. */
const parts = [
  'inBytesPerSec',
  'outBytesPerSec',
  'writtenBytesPerSec',
  'ledBatchesPerSec',
  'followedBatchesPerSec',
  'otherCores',
] as const

function busiestOf(given: readonly Given[], brokers: number) {
  const topics = given.map(({ partitions, replicationFactor }, index) =>
    topicOf({ name: `t${index}`, partitions, replicationFactor }),
  )
  const producers = given.flatMap(({ peakRecordsPerSec, secondRecordsPerSec, distinct }, index) => [
    producerOf({ topic: `t${index}`, peakRecordsPerSec, keys: { kind: 'uniform', distinct } }),
    producerOf({ name: 'second', topic: `t${index}`, peakRecordsPerSec: secondRecordsPerSec }),
  ])
  return busiest(topics, producers, brokers)
}

describe('the processors that partitions keep busy', () => {
  it('are those of the partitions that are written to, not of idle ones beside them', () => {
    const written = { name: 'written', partitions: 18 }
    const idle = { name: 'idle', partitions: 1_000 }
    const parallelismOf = (topics: readonly { name: string; partitions: number }[], idlePerSec = 0) => {
      const producers = [
        { name: 'one', topic: 'written', peakRecordsPerSec: 10_000, recordValueBytes: 100 },
        ...(idlePerSec === 0
          ? []
          : [{ name: 'two', topic: 'idle', peakRecordsPerSec: idlePerSec, recordValueBytes: 100 }]),
      ]
      const scenario = smallScenario({
        group: null,
        workload: { topics: [...topics], producers },
        deployment: { offering: hosts.id, size: 20, tier: 'm7g.4xlarge', asOf: '2020-01' },
      })
      return solve(scenario, hosts).demanded.broker?.parallelism ?? Number.NaN
    }
    const alone = parallelismOf([written])
    expect(alone).toBeLessThan(1)
    expect(parallelismOf([written, idle])).toBe(alone)
    // Written to as much per partition, all 51 partitions of a broker count.
    expect(parallelismOf([written, idle], 10_000 * (1_000 / 18))).toBe(1)
  })

  it('are those as busy as the hottest one: with one key it is one, however many the broker leads', () => {
    const parallelismOf = (distinct: number, size: number) => {
      const scenario = smallScenario({
        topic: { partitions: 60 },
        producer: { peakRecordsPerSec: 10_000, keys: { kind: 'uniform', distinct } },
        group: null,
        deployment: { offering: hosts.id, size, tier: 'm7g.4xlarge', asOf: '2020-01' },
      })
      return solve(scenario, hosts).demanded.broker?.parallelism ?? Number.NaN
    }
    expect(parallelismOf(1, 6)).toBeLessThan(1)
    expect(parallelismOf(1, 6)).toBe(parallelismOf(1, 60))
    // Ten partitions of nearly the same work on 16 cores, and one of them.
    expect(parallelismOf(1_000_000, 6)).toBeGreaterThan(parallelismOf(1_000_000, 60))
  })

  it('count by their work: records of 20 bytes in a second partition leave no more for those of 100 kB', () => {
    const producers = (smallPerSec: number) => [
      { name: 'large', topic: 'large', peakRecordsPerSec: 300, recordValueBytes: 100_000, batchBytes: 1_000_000 },
      { name: 'small', topic: 'small', peakRecordsPerSec: smallPerSec, recordValueBytes: 20 },
    ]
    const growthWith = (smallPerSec: number) =>
      solve(
        smallScenario({
          group: null,
          workload: {
            clientFamily: 'java',
            topics: ['large', 'small'].map((name) => ({ name, partitions: 1, replicationFactor: 1 })),
            producers: producers(smallPerSec).map((each) => ({
              ...each,
              acks: '1' as const,
              clients: 40,
              lingerMs: 1_000,
              mostRecordsPerSec: 1e9,
            })),
          },
          deployment: {
            offering: hosts.id,
            size: 1,
            tier: 'm5.large',
            asOf: '2020-01',
            host: { cores: 16, networkBytesPerSec: 1e12, storageBytesPerSec: 1e12 },
          },
        }),
        hosts,
      ).growth
    const [few, more, most] = [growthWith(1), growthWith(30), growthWith(300)]
    expect(few.binding.map(({ id }) => id)).toEqual(['cpu'])
    // Weighed by records, both partitions counted in full at 300 records/s each, and the load could grow by more.
    expect(more.factor).toBeLessThan(few.factor)
    expect(most.factor).toBeLessThan(more.factor)
  })
})

describe('the busiest broker', () => {
  it('has one replica of a partition: with one partition on three brokers each writes all of it once', () => {
    for (const partitions of [1, 2, 4, 5]) {
      const { writtenBytesPerSec, wire } = busiest([topicOf({ partitions })], [producerOf()])
      expect([partitions, writtenBytesPerSec / wire]).toEqual([partitions, expect.closeTo(1, 9)])
    }
    const alone = busiest([topicOf({ partitions: 1 })], [producerOf()])
    expect(alone.outBytesPerSec / alone.wire).toBeCloseTo(2, 9)
    expect(alone.followedBatchesPerSec).toBeCloseTo(0, 9)
  })

  it('has one partition more if they do not divide evenly: it leads 3 of 10 and has replicas of 8 of 10 on four brokers', () => {
    const { writtenBytesPerSec, outBytesPerSec, wire } = busiest([topicOf({ partitions: 10 })], [producerOf()], 4)
    expect(writtenBytesPerSec / wire).toBeCloseTo(0.8, 9)
    // Each of the three is sent to two followers.
    expect(outBytesPerSec / wire).toBeCloseTo(0.6, 9)
  })

  it('leads the hottest partition: with one key for all records it leads everything', () => {
    const keys = { kind: 'uniform' as const, distinct: 1 }
    const { outBytesPerSec, writtenBytesPerSec, wire } = busiest([topicOf()], [producerOf({ keys })], 6)
    expect(outBytesPerSec / wire).toBeCloseTo(2, 9)
    expect(writtenBytesPerSec / wire).toBeCloseTo(1, 9)
  })

  it('has more load if a few keys are frequent, so the cluster carries less', () => {
    const sent = (keys: Producer['keys']) => {
      const { outBytesPerSec, wire, cores } = busiest([topicOf({ partitions: 60 })], [producerOf({ keys })], 6)
      return { share: outBytesPerSec / wire / 2, cores }
    }
    const [even, skewed] = [sent({ kind: 'none' }), sent({ kind: 'zipf', distinct: 100_000, exponent: 1.2 })]
    expect(even.share).toBeCloseTo(1 / 6, 9)
    // The most frequent of 100,000 keys has 19.6 % of the records; nine of the other 59 partitions come beside its own.
    expect(skewed.share).toBeGreaterThan(0.196 + (9 / 59) * 0.75)
    expect(skewed.share).toBeLessThan(0.42)
    expect(skewed.cores).toBeGreaterThan(even.cores)
  })

  it('does not have the larger part of every topic: 100 topics of one partition are not all on one of six', () => {
    const { outBytesPerSec, wire, cores } = apart(100, { partitions: 1 }, 6)
    // A sixth, and 5/6 beyond it of each topic: 1/6 + 5/6 / √100.
    expect(outBytesPerSec / wire / 2).toBeCloseTo(1 / 6 + 5 / 60, 9)
    const together = busiest([topicOf({ count: 100, partitions: 1 })], [producerOf()], 6)
    expect(cores / together.cores).toBeLessThan(1.6)
  })

  it('processes the records of its own partitions only: a small topic of one partition does not bring all others', () => {
    const large = producerOf({ peakRecordsPerSec: 600_000, recordValueBytes: 100 })
    const small = producerOf({ topic: 'small', peakRecordsPerSec: 1 })
    const alone = busiest([topicOf()], [large])
    const beside = busiest([topicOf(), topicOf({ name: 'small', partitions: 1, replicationFactor: 1 })], [large, small])
    expect(beside.cores / alone.cores).toBeLessThan(1.01)
  })

  it('never has less of anything if a producer sends more, however many topics and producers there are', () => {
    fc.assert(
      fc.property(
        topicsOf,
        sizes,
        fc.nat(),
        fc.double({ min: 1, max: 100, noNaN: true }),
        (given, size, which, times) => {
          const raised = given.map((topic, index) =>
            index === which % given.length
              ? { ...topic, secondRecordsPerSec: topic.secondRecordsPerSec * times }
              : topic,
          )
          const [less, more] = [busiestOf(given, size), busiestOf(raised, size)]
          for (const part of parts) expect(more[part], part).toBeGreaterThanOrEqual(less[part] * (1 - noise))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('has fewer batches once it is full, because the records of all clients then wait until their batches are full', () => {
    const topics = [topicOf({ name: 'large', partitions: 1 }), topicOf({ name: 'small', partitions: 35 })]
    const at = (largePerSec: number) => {
      const producers = [
        producerOf({ topic: 'large', peakRecordsPerSec: largePerSec }),
        producerOf({ topic: 'small', peakRecordsPerSec: 1000, keys: { kind: 'uniform', distinct: 100 } }),
      ]
      const { offered, demanded } = solvedOn(topics, producers, 3)
      return { offered: offered.broker, demanded: demanded.broker, waitingShare: offered.waitingShare }
    }
    const [carried, full] = [at(50_000), at(500_000)]
    expect([carried.waitingShare, full.waitingShare]).toEqual([0, 1])
    expect(full.offered?.followedBatchesPerSec).toBeLessThan(carried.offered?.followedBatchesPerSec ?? 0)
    // Without the wait it would have no fewer.
    const leastBatches = (carried.demanded?.followedBatchesPerSec ?? Number.NaN) * (1 - noise)
    expect(full.demanded?.followedBatchesPerSec).toBeGreaterThanOrEqual(leastBatches)
  })

  it('never has more load with more brokers, however many topics there are', () => {
    fc.assert(
      fc.property(topicsOf, sizes, (given, size) => {
        const [few, more] = [busiestOf(given, size), busiestOf(given, size + 1)]
        for (const name of ['inBytesPerSec', 'outBytesPerSec', 'writtenBytesPerSec'] as const) {
          expect(more[name] / more.wire).toBeLessThanOrEqual((few[name] / few.wire) * (1 + noise))
        }
      }),
      { numRuns: 200 },
    )
  })
})
