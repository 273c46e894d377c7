import { describe, expect, it } from 'vitest'
import { isInternalTopic } from '../../../src/observation/internal-topics.ts'
import { redactObservation } from '../../../src/observation/redact-observation.ts'
import { observationOf } from './known-observation.ts'
import { evenTopic, knownReading } from './known-reading.ts'

describe('A topic belongs to Kafka, a service or a tool that operates the cluster', () => {
  it.each([
    '__consumer_offsets',
    '__transaction_state',
    '__share_group_state',
    '__remote_log_metadata',
    '__amazon_msk_canary',
    '__amazon_msk_canary_state',
    '__strimzi_canary',
    '__strimzi-topic-operator-kstreams-topic-store-changelog',
    '__CruiseControlMetrics',
    '__KafkaCruiseControlPartitionMetricSamples',
    '_confluent-telemetry-metrics',
    '_confluent_balancer_api_state',
    '_schemas',
  ])('if its name is %s', (name) => {
    expect(isInternalTopic(name)).toBe(true)
  })

  it.each([
    '__payroll',
    '__consumer_offsets_copy',
    '__debezium-heartbeat.shop',
    '_orders',
    '_schemas.backup',
    '_confluent-ksql-default_query_CTAS_SALARIES_0-changelog',
  ])('but not if its name is %s', (name) => {
    expect(isInternalTopic(name)).toBe(false)
  })
})

describe('A topic whose name begins with two underscores', () => {
  const reading = knownReading(['__payroll', '__consumer_offsets', 'orders'].map((name) => ({ ...evenTopic, name })))
  const topics = reading.topics.map((topic) => ({ ...topic, isInternal: topic.name === '__consumer_offsets' }))

  it('is part of the load, unless it is one of Kafka’s', () => {
    const observed = observationOf({ ...reading, topics }).topics
    expect(observed.map(({ name, isInternal }) => [name, isInternal])).toEqual([
      ['__payroll', false],
      ['orders', false],
    ])
    expect(observed[0]?.figures.averageRecordsInPerSec?.value).toBe(evenTopic.recordsPerSec)
  })

  it('is left out if the broker says that it is internal, whatever its name', () => {
    const internal = reading.topics.map((topic) => ({ ...topic, isInternal: topic.name !== 'orders' }))
    expect(observationOf({ ...reading, topics: internal }).topics.map(({ name }) => name)).toEqual(['orders'])
  })

  it('gets another name in a redacted observation', () => {
    const redacted = redactObservation(observationOf({ ...reading, topics }))
    expect(redacted.topics.map(({ name }) => name)).toEqual(['topic-1', 'topic-2'])
    expect(JSON.stringify(redacted)).not.toContain('payroll')
  })
})
