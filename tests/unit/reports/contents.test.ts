import { describe, expect, test } from 'vitest'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import { deviations } from '../../../src/presentation/run/deviations.ts'
import { perfTestCommands, perfTestNotes } from '../../../src/presentation/run/perf-test-commands.ts'
import { whatToDo } from '../../../src/presentation/run/what-to-do.ts'
import { knownPrediction } from './known-prediction.ts'
import { knownResult } from './known-result.ts'
import { knownRecord, knownSamples } from './known-run.ts'

const [first] = knownRecord.plan.producers
if (first === undefined) throw new Error('the known run has no producer')

describe('the run as commands of Kafka’s own tools', () => {
  const commands = perfTestCommands(knownRecord.plan).split('\n')

  test('makes its topics, its producers and the members of its groups', () => {
    const tools = commands.filter((line) => !line.startsWith('#')).map((line) => line.split(' ')[0])
    expect([...new Set(tools)]).toEqual([
      'kafka-topics.sh',
      'kafka-producer-perf-test.sh',
      'kafka-consumer-perf-test.sh',
    ])
  })

  test('offers as many records in all as the plan', () => {
    const { producers, durationMs } = knownRecord.plan
    const planned = producers.reduce((sum, { recordsPerSec }) => sum + (recordsPerSec * durationMs) / 1_000, 0)
    const offered = commands.reduce((sum, line, index) => {
      const records = /^kafka-producer\S+ .*--num-records (\d+)/.exec(line)?.[1]
      if (records === undefined) return sum
      const times = /^# (\d+) of these/.exec(commands[index - 1] ?? '')?.[1] ?? '1'
      return sum + Number(records) * Number(times)
    }, 0)
    expect(offered).toBe(planned)
  })

  test('lets no name of a group end its word in a shell', () => {
    const groupId = "it's $(rm -rf /)"
    const groups = knownRecord.plan.consumerGroups.map((group) => ({ ...group, groupId }))
    expect(perfTestCommands({ ...knownRecord.plan, consumerGroups: groups })).toContain(
      `--group 'it'\\''s $(rm -rf /)'`,
    )
  })

  test('says what they cannot do', () => {
    const keyed = { ...first, partitioning: { kind: 'keys', keys: { kind: 'uniform', distinct: 10 } } } as const
    expect(perfTestNotes({ ...knownRecord.plan, producers: [keyed] }).join(' ')).toContain('They send no keys')
    expect(perfTestNotes(knownRecord.plan).join(' ')).toContain('payload MiB')
  })
})

describe('deviations of a run', () => {
  const quiet = knownSamples(3)

  function withConsumers(changes: Partial<Sample['consumers'][number]>): Sample[] {
    const consumers = (sample: Sample) => sample.consumers.map((group) => ({ ...group, ...changes }))
    return quiet.map((sample, index) => (index === 2 ? { ...sample, consumers: consumers(sample) } : sample))
  }

  test('are none where everything was as the scenario says', () => {
    const { workload } = knownRecord.scenario
    const record: MeasuredRecord = {
      ...knownRecord,
      scenario: {
        ...knownRecord.scenario,
        workload: {
          ...workload,
          clientFamily: 'librdkafka',
          topics: workload.topics.map((topic) => ({ ...topic, replicationFactor: 1 })),
          // Of faster ones not every record is timed, which is said.
          producers: workload.producers.map((producer) => ({ ...producer, peakRecordsPerSec: 20_000 })),
        },
      },
      target: { ...knownRecord.target, scale: 1, brokers: 3 },
    }
    expect(deviations(record, quiet)).toEqual([])
  })

  test('name fewer copies, another scale, other clients and how it ended', () => {
    const record: MeasuredRecord = {
      ...knownRecord,
      scenario: { ...knownRecord.scenario, workload: { ...knownRecord.scenario.workload, clientFamily: 'java' } },
      target: { ...knownRecord.target, scale: 0.1, brokers: 1 },
      endReason: 'broker-lost',
      endDetail: 'Broker 2 was lost in second 40.',
    }
    const text = deviations(record, quiet).join('\n')
    expect(text).toContain('Broker 2 was lost in second 40.')
    expect(text).toContain('multiplied by 0.1')
    expect(text).toMatch(/has 1 replica per partition instead of 3/)
    expect(text).toContain('the run’s are librdkafka')
  })

  test('count what the three groups reported, rebalances in the load, and times below zero', () => {
    const text = (samples: readonly Sample[]) => deviations(knownRecord, samples).join('\n')
    expect(text(withConsumers({ errors: { ERR__TRANSPORT: 3 } }))).toContain('error ERR__TRANSPORT 9 times')
    expect(text(withConsumers({ rebalances: 99 }))).toMatch(/rebalanced \d+ times in the load/)
    expect(text(withConsumers({ negativeLatencies: 4 }))).toContain('end-to-end times came out below zero')
  })
})

describe('what to do', () => {
  test('begins with what held the run, then says what the prediction advises', () => {
    const result = { ...knownResult, diagnosis: { ...knownResult.diagnosis, limiter: 'hot-partition' } } as const
    const prediction = { ...knownPrediction, advice: [{ id: 'a', text: 'Take three CKUs.' }] }
    const [step, advice] = whatToDo({ ...knownRecord, result, prediction })
    expect(step).toMatch(/^One partition held the rate/)
    expect(advice).toBe('Take three CKUs.')
  })

  test('without a measurement is the prediction’s advice alone', () => {
    const prediction = { ...knownPrediction, advice: [] }
    const record = { ...knownRecord, result: null, prediction: { ...prediction, smallest: null } }
    expect(whatToDo(record)).toEqual([])
  })
})
