import { describe, expect, it } from 'vitest'
import { setScenarioField } from '../../../../src/capacity/set-scenario-field.ts'
import { type Scenario, scenario as schema } from '../../../../src/contracts/scenario.ts'
import { changedFieldsText } from '../../../../src/presentation/sizing/changed-fields.ts'
import { first } from '../../capacity/known-files.ts'

const [producer] = first.workload.producers
const twoProducers: Scenario = schema.parse(
  setScenarioField(first, 'workload.producers', [producer, { ...producer, name: 'returns service' }]),
)

describe('changed fields in words', () => {
  it('name the producers or groups of a setting if not all of them are changed', () => {
    const linger = { path: 'workload.producers.0.lingerMs', value: 50 }
    expect(changedFieldsText([linger], twoProducers)).toBe('linger.ms 50 of order service')
    const both = [linger, { path: 'workload.producers.1.lingerMs', value: 50 }]
    expect(changedFieldsText(both, twoProducers)).toBe('linger.ms 50')
  })

  it('count clients, members and partitions of whom they are', () => {
    const changes = [
      { path: 'workload.producers.0.clients', value: 4 },
      { path: 'workload.consumerGroups.0.members', value: 1 },
      { path: 'workload.topics.0.partitions', value: 1 },
    ]
    expect(changedFieldsText(changes, first)).toBe(
      '4 producer clients of order service, 1 member of billing and 1 instead of 24 partitions of orders',
    )
  })

  it('name the number of partitions alone if the scenario has it already', () => {
    expect(changedFieldsText([{ path: 'workload.topics.0.partitions', value: 24 }], first)).toBe(
      '24 partitions of orders',
    )
  })

  it('say that no group reads', () => {
    expect(changedFieldsText([{ path: 'workload.consumerGroups', value: [] }], first)).toBe('no consumer group')
  })
})
