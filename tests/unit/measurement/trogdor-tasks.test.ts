import { describe, expect, test } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import {
  type TrogdorTaskOrder,
  trogdorLimits,
  trogdorRate,
  trogdorTasksOf,
} from '../../../src/measurement/trogdor-tasks.ts'
import { exampleDraft } from '../workbench/example-run.ts'

const fleet = { bootstrapServers: 'b:9092', nodes: ['one', 'other'], startMs: 1_000_000 }

/** The plan of the example with one producer and one group, whose values are easy to recompute. */
function smallPlan(): RunPlan {
  const { plan } = exampleDraft('trogdor')
  const [producer] = plan.producers
  const [group] = plan.consumerGroups
  if (producer === undefined || group === undefined) throw new Error('the example has no clients')
  return {
    ...plan,
    durationMs: 20_000,
    drainMs: 5_000.4,
    producers: [{ ...producer, recordsPerSec: 104, startDelayMs: 10.4, lingerMs: 7, batchBytes: 9_000 }],
    consumerGroups: [{ ...group, members: 3, startDelayMs: 20.6, fetchMinBytes: 5, fetchMaxWaitMs: 99.6 }],
  }
}

function specOf(tasks: readonly TrogdorTaskOrder[], kind: 'Produce' | 'Consume') {
  return tasks.find(({ spec }) => spec.class.endsWith(`.${kind}BenchSpec`))?.spec
}

test('a rate is a whole number of records for each 100 ms, and at least one', () => {
  expect([0, 4, 14, 16, 104, 20_003].map(trogdorRate)).toEqual([10, 10, 10, 20, 100, 20_000])
})

test('a producer sends its rate over the whole load, with its own settings and with batches that fill', () => {
  const plan = smallPlan()
  const spec = specOf(trogdorTasksOf(plan, fleet), 'Produce')
  expect(spec).toMatchObject({
    startMs: 1_000_010,
    durationMs: 25_000,
    producerNode: 'other',
    bootstrapServers: 'b:9092',
    targetMessagesPerSec: 100,
    maxMessages: 2_000,
    useConfiguredPartitioner: true,
    skipFlush: true,
  })
  expect(spec?.producerConf).toMatchObject({ 'linger.ms': '7', 'batch.size': '9000' })
  const [topic] = plan.topics
  expect(spec?.activeTopics).toEqual({
    [topic?.name ?? '']: {
      numPartitions: topic?.partitions,
      replicationFactor: topic?.replicationFactor,
      configs: topic?.configs ?? {},
    },
  })
})

test('a topic that the plan does not create has one partition and one replica', () => {
  const spec = specOf(trogdorTasksOf({ ...smallPlan(), topics: [] }, fleet), 'Produce')
  const [producer] = smallPlan().producers
  expect(spec?.activeTopics).toEqual({
    [producer?.topic ?? '']: { numPartitions: 1, replicationFactor: 1, configs: {} },
  })
})

test('keys are sequential and at least 8 bytes long, because a key holds a number', () => {
  const plan = smallPlan()
  const [producer] = plan.producers
  if (producer === undefined) throw new Error('the example has no producer')
  const keysOf = (recordKeyBytes: number) => {
    const keyed = {
      ...producer,
      recordKeyBytes,
      partitioning: { kind: 'keys' as const, keys: { kind: 'uniform' as const, distinct: 10 } },
    }
    return specOf(trogdorTasksOf({ ...plan, producers: [keyed] }, fleet), 'Produce')?.keyGenerator
  }
  expect(keysOf(4)).toEqual({ type: 'sequential', size: 8, offset: 0 })
  expect(keysOf(20)).toEqual({ type: 'sequential', size: 20, offset: 0 })
})

test('a group reads without a limit, and each of its threads may read all that is written to its topic', () => {
  const plan = smallPlan()
  const [producer] = plan.producers
  if (producer === undefined) throw new Error('the example has no producer')
  const elsewhere = { ...producer, clientId: 'other', topic: 'elsewhere' }
  const twice = { ...producer, clientId: 'twice', recordsPerSec: 200 }
  const spec = specOf(trogdorTasksOf({ ...plan, producers: [producer, elsewhere, twice] }, fleet), 'Consume')
  expect(spec).toMatchObject({
    startMs: 1_000_021,
    durationMs: 25_000,
    consumerNode: 'one',
    targetMessagesPerSec: 0,
    maxMessages: 2_000 + 4_000,
    threadsPerWorker: 3,
    consumerConf: { 'fetch.min.bytes': '5', 'fetch.max.wait.ms': '100' },
    activeTopics: [producer.topic],
  })
})

test('without a start time all tasks start at once', () => {
  const tasks = trogdorTasksOf(smallPlan(), { ...fleet, startMs: 0 })
  expect(tasks.map(({ spec }) => spec.startMs)).toEqual([0, 0])
})

test('without nodes the task names the node of the documentation', () => {
  expect(specOf(trogdorTasksOf(smallPlan(), { ...fleet, nodes: [] }), 'Consume')?.consumerNode).toBe('node0')
})

test('tasks are given to the nodes in turn, groups first', () => {
  const plan = smallPlan()
  const producers = plan.producers.flatMap((each) => [each, each, each])
  const tasks = trogdorTasksOf({ ...plan, producers }, { ...fleet, nodes: ['a', 'b', 'c'] })
  expect(tasks.map(({ spec }) => spec.consumerNode ?? spec.producerNode)).toEqual(['a', 'b', 'c', 'a'])
})

test('a producer writes to its own topic, without keys, and both clients say when a record was sent', () => {
  const plan = smallPlan()
  const [topic] = plan.topics
  const [producer] = plan.producers
  if (topic === undefined || producer === undefined) throw new Error('the example has no topic or producer')
  const turns = { ...producer, partitioning: { kind: 'turns' as const, recordsPerTurn: 1 } }
  const other = { ...topic, name: 'before', partitions: 1 }
  const tasks = trogdorTasksOf({ ...plan, topics: [other, topic], producers: [turns] }, fleet)
  expect(specOf(tasks, 'Produce')).toMatchObject({
    keyGenerator: { type: 'null' },
    valueGenerator: { type: 'timestampRandom', size: producer.recordValueBytes, seed: plan.seed },
    activeTopics: { [topic.name]: { numPartitions: topic.partitions } },
  })
  expect(specOf(tasks, 'Consume')?.recordProcessor).toEqual({
    type: 'timestamp',
    histogramMinMs: 0,
    histogramMaxMs: 10_000,
    histogramStepMs: 1,
  })
})

describe('what Trogdor does differently', () => {
  const [producer] = smallPlan().producers
  if (producer === undefined) throw new Error('the example has no producer')
  const { recordValueSizesBytes: _sizes, transactionMs: _transactions, ...plain } = producer
  const same: RunPlan['producers'][number] = {
    ...plain,
    recordsPerSec: 100,
    partitioning: { kind: 'turns', recordsPerTurn: 1 },
    compression: 'none',
  }
  /** Trogdor carries it out as it is. */
  const plan: RunPlan = { ...smallPlan(), schedule: { kind: 'constant' }, producers: [same, same] }
  const always = trogdorLimits(plan)
  /** What is added where one of two producers is changed. */
  const added = (change: Partial<RunPlan['producers'][number]>) =>
    trogdorLimits({ ...plan, producers: [same, { ...same, ...change }] }).filter((text) => !always.includes(text))

  test('is nothing but what it never measures, for a plan that it carries out as it is', () => {
    expect(always).toHaveLength(2)
    expect(always[0]).toContain('does not measure wire bytes, throttle, lost or duplicate records')
    expect(added({})).toEqual([])
  })

  const changes: readonly (readonly [string, Partial<RunPlan['producers'][number]>, string])[] = [
    ['rates that are no multiples of 10', { recordsPerSec: 104 }, 'so those of this plan are rounded'],
    ['keys', { partitioning: { kind: 'keys', keys: { kind: 'uniform', distinct: 10 } } }, 'Its keys are all different'],
    ['sizes that vary', { recordValueSizesBytes: [100, 200] }, 'one size, the mean'],
    ['compression', { compression: 'lz4' }, 'do not compress'],
    ['transactions', { transactionMs: 100 }, 'without the transactions'],
    ['headers', { headers: { count: 1, nameBytes: 4, valueBytes: 8 } }, 'header'],
  ]
  test.each(changes)('is said of one producer with %s', (_what, change, sentence) => {
    expect(added(change)).toEqual([expect.stringContaining(sentence)])
  })

  test('is not said of rates that are rounded by a thousandth or less', () => {
    expect(added({ recordsPerSec: 10_009 })).toEqual([])
    expect(added({ recordsPerSec: 5_005 })).toEqual([])
    expect(added({ recordsPerSec: 3_996 })).toHaveLength(1)
  })

  test('is said of a ramp', () => {
    const ramp = trogdorLimits({ ...plan, schedule: { kind: 'ramp', fromFactor: 0, toFactor: 1 } })
    expect(ramp).toEqual([...always, 'It keeps one rate instead of the ramp of this plan.'])
  })
})
