import { describe, expect, test } from 'vitest'
import type { MeasuredRecord } from '../../../../src/contracts/run-record.ts'
import type { Sample } from '../../../../src/contracts/sample.ts'
import { deviations } from '../../../../src/presentation/run/deviations.ts'
import { knownRecord, knownSamples } from '../known-run.ts'

describe('deviations of a run', () => {
  const quiet = knownSamples(3)

  function withConsumers(changes: Partial<Sample['consumers'][number]>): Sample[] {
    const consumers = (sample: Sample) => sample.consumers.map((group) => ({ ...group, ...changes }))
    return quiet.map((sample, index) => (index === 2 ? { ...sample, consumers: consumers(sample) } : sample))
  }

  test('are none if everything was as the scenario says', () => {
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

  test('name fewer replicas, another scale, other clients and how the run ended', () => {
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
    expect(text).toContain('those of the run librdkafka')
  })

  test('count what the three groups reported, rebalances in the load, and times below zero', () => {
    const text = (samples: readonly Sample[]) => deviations(knownRecord, samples).join('\n')
    expect(text(withConsumers({ errors: { ERR__TRANSPORT: 3 } }))).toContain('error ERR__TRANSPORT 9 times')
    expect(text(withConsumers({ rebalances: 99 }))).toMatch(/rebalanced \d+ times during the load/)
    expect(text(withConsumers({ negativeLatencies: 4 }))).toContain('end-to-end times were negative')
  })
})
