import { expect, it } from 'vitest'
import { measureOf } from '../../../src/observation/metric-names.ts'
import { prometheusQueries } from '../../../src/observation/prometheus-queries.ts'

it.each([
  ['Bitnami’s chart', 'kafka_server_brokertopicmetrics_total_bytesinpersec_count', 'counter'],
  ['Bitnami’s chart', 'kafka_server_brokertopicmetrics_bytesinpersec_count', 'counter'],
  ['Confluent’s Helm charts', 'cp_kafka_server_brokertopicmetrics_bytesinpersec', 'rate'],
  ['Confluent’s Helm charts', 'cp_kafka_server_brokertopicmetrics_bytesinpersec_count', 'counter'],
])('the rate of bytes in is recognised as %s names it: %s', (_chart, name, shape) => {
  expect(measureOf(name, {})).toEqual({ kind: 'rate', rate: 'bytesIn', shape })
})

it.each([
  'kafka_server_brokertopicmetrics_total_replicationbytesinpersec_count',
  'kafka_server_brokertopicmetrics_total_produce_requests_total',
  'cp_kafka_server_brokertopicmetrics_bytesinpersec_meanrate',
])('what is no rate of topics, or a mean since the start of the broker, is not used: %s', (name) => {
  expect(measureOf(name, {})).toBeNull()
})

it('a server with a series for each topic and one for their sum is asked for the topics, in whatever order it names them', () => {
  const [sum, each] = ['total_bytesinpersec_count', 'bytesinpersec_count'].map(
    (name) => `kafka_server_brokertopicmetrics_${name}`,
  )
  const metrics = (asked: readonly (string | undefined)[]) =>
    prometheusQueries(
      asked.filter((name) => name !== undefined),
      1_763_800_000_000,
    ).map(({ metric }) => metric)
  expect(metrics([sum, each])).toEqual([each])
  expect(metrics([sum])).toEqual([sum])
})
