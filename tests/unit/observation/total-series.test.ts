import { describe, expect, it } from 'vitest'
import { metricFacts } from '../../../src/observation/metric-facts.ts'
import { readSources } from '../../../src/observation/read-sources.ts'
import { fileOf, valuesOf } from './fixture-facts.ts'

describe('series of totals and of gauges', () => {
  it('takes no single total for a rate, and says what to query', () => {
    const seriesOf = (name: string) => ({ metric: { __name__: name, topic: 'a' }, value: [1_763_800_000, '1200000'] })
    const answer = (names: readonly string[]) =>
      JSON.stringify({ status: 'success', data: { resultType: 'vector', result: names.map(seriesOf) } })
    const total = 'kafka_server_brokertopicmetrics_bytesinpersec'
    const [alone] = readSources([fileOf(answer([total]))])
    expect(alone?.problems[0]?.message).toContain('1 series of Kafka have one value each')
    const [beside] = readSources([
      fileOf(answer([total, 'kafka_server_brokertopicmetrics_messagesinpersec_oneminuterate'])),
    ])
    expect(valuesOf(beside?.reading?.facts ?? [], { topic: 'a' })).not.toHaveProperty('averageBytesInPerSec')
    expect(beside?.reading?.questions.map(({ id }) => id)).toEqual(['single-totals'])
  })

  it('are read of a topic with more partitions than a call takes arguments', () => {
    const offsets = Array.from({ length: 130_000 }, (_, partition) => ({
      name: 'kafka_topic_partition_current_offset',
      labels: { topic: 'wide', partition: String(partition) },
      values: [
        { atEpochMs: 1_763_800_000_000, value: 0 },
        { atEpochMs: 1_763_800_060_000, value: 60 },
      ],
    }))
    const { facts } = metricFacts(offsets)
    expect(valuesOf(facts, { topic: 'wide' })).toMatchObject({
      partitions: 130_000,
      hottestPartitionShare: 1 / 130_000,
      averageRecordsInPerSec: 130_000,
    })
  })

  it('adds up connections and requests over brokers, not over the values of a minute', () => {
    // Four values a minute of two brokers, each with 10 to 13 connections and 5 requests/s.
    const seconds = [0, 15, 30, 45, 60, 75]
    const broker = (instance: string, name: string, at: (second: number) => number) => ({
      metric: { __name__: name, instance },
      values: seconds.map((second) => [1_763_800_000 + second, String(at(second))]),
    })
    const result = ['one', 'two'].flatMap((instance) => [
      broker(instance, 'kafka_server_socketservermetrics_connection_count', (second) => 10 + (second % 60) / 15),
      broker(instance, 'kafka_network_requestmetrics_requests_total', (second) => 1000 + 5 * second),
    ])
    const [outcome] = readSources([
      fileOf(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })),
    ])
    expect(valuesOf(outcome?.reading?.facts ?? [])).toMatchObject({ connections: 26, requestsPerSec: 10 })
  })
})
