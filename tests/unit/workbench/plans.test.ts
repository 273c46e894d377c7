import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { trogdorRate } from '../../../src/measurement/trogdor-tasks.ts'
import { planScenario } from '../../../src/workbench/plans/plan-output.ts'
import { smallScenario } from './small-scenario.ts'

function textOf(scenario: Scenario, reader: 'kafka-perf-test' | 'openmessaging' | 'trogdor', name: RegExp): string {
  return planScenario(scenario, reader).files.find((file) => name.test(file.name))?.text ?? ''
}

/** A file of YAML that has no nesting, as fields. */
function fieldsOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+): (.*)$/gm)].map(([, key = '', value = '']) => [key, value]))
}

describe('a plan for the OpenMessaging Benchmark', () => {
  test('has the fields of its Workload, by hand', () => {
    const fields = fieldsOf(textOf(smallScenario, 'openmessaging', /^workload/))
    expect(fields).toEqual({
      name: 'Small',
      topics: '1',
      partitionsPerTopic: '12',
      keyDistributor: 'NO_KEY',
      messageSize: '1000',
      useRandomizedPayloads: 'true',
      randomBytesRatio: '1',
      randomizedPayloadPoolSize: '1000',
      subscriptionsPerTopic: '1',
      consumerPerSubscription: '1',
      producersPerTopic: '1',
      producerRate: '3000',
      consumerBacklogSizeGB: '0',
      // 88 s of windows that count and 22 s before them, in whole minutes.
      testDurationMinutes: '2',
      warmupDurationMinutes: '1',
    })
  })

  test('has the blocks of its Kafka driver', () => {
    const text = textOf(smallScenario, 'openmessaging', /^driver/)
    expect(fieldsOf(text)).toMatchObject({
      driverClass: 'io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver',
      replicationFactor: '1',
      producerConfig: '|',
      consumerConfig: '|',
      commonConfig: '|',
      topicConfig: '|',
    })
    expect(text).toContain('\n  acks=all\n')
    expect(text).toContain('\n  bootstrap.servers=localhost:9092\n')
  })

  test('is a pair of files for each kind of topic, and says so', () => {
    const { workload } = smallScenario
    const [topic] = workload.topics
    const [producer] = workload.producers
    if (!topic || !producer) throw new Error('the scenario has none')
    const scenario = {
      ...smallScenario,
      workload: {
        ...workload,
        topics: [topic, { ...topic, name: 'audit', partitions: 3 }],
        producers: [producer, { ...producer, name: 'auditors', topic: 'audit', clients: 2 }],
      },
    }
    const { files, notes } = planScenario(scenario, 'openmessaging')
    expect(files.map(({ name }) => name)).toEqual([
      'workload-1.yaml',
      'driver-1.yaml',
      'workload-2.yaml',
      'driver-2.yaml',
    ])
    expect(notes.join(' ')).toContain('2 kinds, so it has 2 pairs of files')
  })

  test('says which settings of a topic’s clients its one kind of client does not have', () => {
    const { workload } = smallScenario
    const [producer] = workload.producers
    const [group] = workload.consumerGroups
    if (!producer || !group) throw new Error('the scenario has none')
    const second: Record<string, Partial<Scenario['workload']>> = {
      'different records or settings': {
        producers: [producer, { ...producer, name: 'other', compression: 'zstd', recordValueBytes: 5_000 }],
      },
      'different fetch settings': {
        consumerGroups: [group, { ...group, name: 'other', fetchMinBytes: group.fetchMinBytes + 10_000 }],
      },
      'none begins late': { consumerGroups: [{ ...group, startDelayMs: 30_000 }] },
      'one size, the mean': { producers: [{ ...producer, recordSizes: { kind: 'uniform', spread: 0.5 } }] },
      'without the transactions': { producers: [{ ...producer, transactionMs: 100 }] },
    }
    const plain = planScenario(smallScenario, 'openmessaging').notes.join(' ')
    for (const [sentence, change] of Object.entries(second)) {
      const { notes } = planScenario({ ...smallScenario, workload: { ...workload, ...change } }, 'openmessaging')
      expect([plain.includes(sentence), notes.join(' ')]).toEqual([false, expect.stringContaining(sentence)])
    }
  })
})

describe('a plan for Kafka’s own tools', () => {
  const script = textOf(smallScenario, 'kafka-perf-test', /run\.sh/)

  test('is a script that a POSIX shell can read', () => {
    expect(() => execFileSync('sh', ['-n'], { input: script })).not.toThrow()
  })

  test('lets consumers begin before producers, and names what each prints', () => {
    const lines = script.split('\n')
    const at = (part: string) => lines.findIndex((line) => line.includes(part) && !line.startsWith('#'))
    expect(at('kafka-topics.sh')).toBeGreaterThan(0)
    expect(at('kafka-consumer-perf-test.sh')).toBeLessThan(at('kafka-producer-perf-test.sh'))
    expect(script).toMatch(/--throughput 3000 .*> "\$OUTPUT"\/producer-\S+\.txt/)
  })
})

describe('a plan for Trogdor', () => {
  test('has one task per client: all that is sent is read by the group, and nothing is flushed', () => {
    const { files } = planScenario(smallScenario, 'trogdor')
    const tasks = files.map(({ text }) => JSON.parse(text))
    const consume = tasks.find(({ spec }) => spec.class.endsWith('.ConsumeBenchSpec'))
    const produce = tasks.find(({ spec }) => spec.class.endsWith('.ProduceBenchSpec'))
    expect(produce.spec).toMatchObject({ targetMessagesPerSec: 3_000, skipFlush: true, keyGenerator: { type: 'null' } })
    expect(consume.spec.maxMessages).toBe(produce.spec.maxMessages)
    expect(produce.spec.maxMessages).toBe(3_000 * 110)
  })

  test('keeps rates that its tokens of 100 ms can keep', () => {
    expect([3, 14, 16, 12_345].map(trogdorRate)).toEqual([10, 10, 20, 12_350])
  })
})

test.each(['kafka-perf-test', 'openmessaging', 'trogdor'] as const)(
  'a plan for %s says that it has neither the headers nor the idle connections of the workload',
  (tool) => {
    const { workload } = smallScenario
    const headers = { count: 3, nameBytes: 8, valueBytes: 16 }
    const producers = workload.producers.map((each) => ({ ...each, headers }))
    const connections = { total: 500, attemptsPerSec: 1 }
    const changed = { ...smallScenario, workload: { ...workload, producers, connections } }
    const omitted = ['no headers', 'not the others that the workload has']
    const saysOf = (scenario: Scenario) => {
      const notes = planScenario(scenario, tool).notes.join(' ')
      return omitted.map((text) => notes.includes(text))
    }
    expect([saysOf(smallScenario), saysOf(changed)]).toEqual([
      [false, false],
      [true, true],
    ])
  },
)
