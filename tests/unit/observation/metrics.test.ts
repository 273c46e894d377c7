import { describe, expect, it } from 'vitest'
import { measureOf } from '../../../src/observation/metric-names.ts'
import { readSources } from '../../../src/observation/read-sources.ts'
import { fileOf, readFixtures, readingOf, valuesOf } from './fixture-facts.ts'

describe('measureOf()', () => {
  it.each([
    ['kafka_server_brokertopicmetrics_bytesin_total', {}, 'counter'],
    ['kafka_server_brokertopicmetrics_bytesinpersec_total', {}, 'counter'],
    ['kafka_server_brokertopicmetrics_bytesinpersec', {}, 'unsure'],
    ['kafka_server_BrokerTopicMetrics_BytesInPerSec_Count', {}, 'counter'],
    ['kafka_server_BrokerTopicMetrics_Count', { name: 'BytesInPerSec' }, 'counter'],
    ['kafka_server_BrokerTopicMetrics_OneMinuteRate', { name: 'BytesInPerSec' }, 'rate'],
  ])('recognises the rate of bytes in by %s %j', (name, labels, shape) => {
    expect(measureOf(name, labels)).toEqual({ kind: 'rate', rate: 'bytesIn', shape })
  })

  it('ignores mean rates since the broker’s start, and replication', () => {
    expect(measureOf('kafka_server_BrokerTopicMetrics_MeanRate', { name: 'BytesInPerSec' })).toBeNull()
    expect(measureOf('kafka_server_brokertopicmetrics_replicationbytesin_total', {})).toBeNull()
  })
})

describe('a response of Prometheus', () => {
  it('sums topics’ rates over all brokers, without the sum over all topics, which is the rate of the cluster', async () => {
    const { facts } = await readingOf('prometheus-range.json')
    const orders = valuesOf(facts, { topic: 'orders' })
    expect(orders.averageBytesInPerSec).toBeCloseTo(30_000_000, 3)
    expect(orders.peakMinuteBytesInPerSec).toBeCloseTo(30_000_000, 3)
    expect(orders.averageBytesOutPerSec).toBeCloseTo(60_000_000, 3)
    expect(orders.averageRecordsInPerSec).toBeCloseTo(30_000, 6)
    expect(valuesOf(facts)).toMatchObject({ connections: 150, averageBytesInPerSec: 66_000_000 })
  })

  it('gives records, partitions and the hottest partition from offsets, and lag, members and read rates of groups', async () => {
    const { facts } = await readingOf('prometheus-range.json')
    const clicks = valuesOf(facts, { topic: 'clicks' })
    expect(clicks).toMatchObject({ partitions: 3, hottestPartitionShare: 0.6 })
    expect(clicks.averageRecordsInPerSec).toBeCloseTo(1000, 6)
    expect(valuesOf(facts, { topic: 'clicks', group: 'web' })).toEqual({ lagRecords: 300, recordsOutPerSec: 1000 })
  })

  it('takes a series with an ambiguous name for a counter if its values rise, otherwise for a rate', () => {
    const answer = (values: number[]) => {
      const metric = { __name__: 'kafka_server_brokertopicmetrics_bytesinpersec', topic: 'a' }
      const points = values.map((value, index) => [1_763_800_000 + 60 * index, String(value)])
      return JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: [{ metric, values: points }] } })
    }
    const average = (values: number[]) => {
      const [outcome] = readSources([fileOf(answer(values))])
      return valuesOf(outcome?.reading?.facts ?? [], { topic: 'a' }).averageBytesInPerSec
    }
    expect(average([1000, 7000, 13_000])).toBe(100)
    expect(average([1000, 500, 900])).toBe(800)
    // A broker that starts again: 6,000 in each of three minutes, and one minute is left out.
    expect(average([1000, 7000, 13_000, 20, 6020])).toBe(100)
  })

  it('leaves out the interval in which a counter was reset', () => {
    const metric = { __name__: 'kafka_server_brokertopicmetrics_bytesin_total', topic: 'a' }
    const values = [0, 6000, 12_000, 30, 6030].map((value, index) => [60 * index, String(value)])
    const text = JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: [{ metric, values }] } })
    const [outcome] = readSources([fileOf(text)])
    expect(valuesOf(outcome?.reading?.facts ?? [], { topic: 'a' }).averageBytesInPerSec).toBe(100)
  })

  it('says that the server reported an error, with its text, also for one of several queries', () => {
    const error = { status: 'error', errorType: 'bad_data', error: `parse error:\nunexpected end ${'x'.repeat(1000)}` }
    const answer = { status: 'success', data: { resultType: 'vector', result: [] } }
    const outcomes = [error, [answer, error]].map((value) => readSources([fileOf(JSON.stringify(value), 'file')])[0])
    expect(outcomes.map((outcome) => outcome?.problems.map(({ place }) => place))).toEqual([['file'], ['file: [1]']])
    const [message = ''] = outcomes[0]?.problems.map((problem) => problem.message) ?? []
    expect(message).toContain('answered this query of Prometheus with an error: parse error: unexpected end')
    expect(message.length).toBeLessThan(420)
  })

  it('refuses series without names, and a damaged response with its places', () => {
    const unnamed = { status: 'success', data: { resultType: 'vector', result: [{ metric: {}, value: [1, '2'] }] } }
    const damaged = { status: 'error', data: { resultType: 'matrix', result: [{ metric: {}, values: [['now', 1]] }] } }
    const outcomes = readSources([fileOf(JSON.stringify(unnamed), 'one'), fileOf(JSON.stringify(damaged), 'two')])
    expect(outcomes[0]?.problems[0]?.message).toContain('query the metrics themselves')
    expect(outcomes[1]?.problems.map(({ place }) => place)).toEqual([
      'two: status',
      'two: data.result[0].values[0][0]',
      'two: data.result[0].values[0][1]',
    ])
  })
})

describe('responses of Jolokia', () => {
  it('give rates from the difference between two readings, and name refused requests', async () => {
    const { facts, questions } = await readingOf('jolokia-answers.json')
    expect(valuesOf(facts, { topic: 'orders' })).toMatchObject({
      averageBytesInPerSec: 10_000_000,
      averageBytesOutPerSec: 20_000_000,
      averageRecordsInPerSec: 10_000,
    })
    expect(questions.map(({ text }) => text)).toEqual([
      'Jolokia refused kafka.server:type=socket-server-metrics,*: status 404, javax.management.InstanceNotFoundException.',
    ])
  })

  it('give moving averages of the last minute if there is one reading, with a larger error', async () => {
    const [look] = JSON.parse(
      await (await import('node:fs/promises')).readFile('tests/fixtures/observations/jolokia-answers.json', 'utf8'),
    )
    const [outcome] = readSources([fileOf(JSON.stringify(look))])
    const facts = outcome?.reading?.facts ?? []
    expect(valuesOf(facts, { topic: 'orders' }).averageBytesInPerSec).toBe(8_000_000)
    expect(facts[0]?.relativeError).toBe(0.2)
  })
})

interface MetricWithValues {
  readonly metric: string
  readonly dimensions: Readonly<Record<string, string>>
  readonly values: readonly number[]
  readonly stat?: string
}

/** The facts of a response to `aws cloudwatch get-metric-data`, given with its queries. */
function cloudwatchFactsOf(
  metrics: readonly MetricWithValues[],
  { stat, periodSec, spacingSec }: { stat: string; periodSec: number; spacingSec: number },
) {
  const queries = metrics.map((each, index) => ({
    Id: `m${index}`,
    MetricStat: {
      Metric: {
        MetricName: each.metric,
        Dimensions: Object.entries(each.dimensions).map(([Name, Value]) => ({ Name, Value })),
      },
      Period: periodSec,
      Stat: each.stat ?? stat,
    },
  }))
  const results = metrics.map(({ values }, index) => ({
    Id: `m${index}`,
    Label: 'any',
    Timestamps: values.map((_, at) => 1_763_800_000 + at * spacingSec),
    Values: values,
    StatusCode: 'Complete',
  }))
  const answer = JSON.stringify({ MetricDataResults: results })
  const [outcome] = readSources([fileOf(answer), fileOf(JSON.stringify(queries), 'queries')])
  expect(outcome?.problems).toEqual([])
  return outcome?.reading?.facts ?? []
}

describe('CloudWatch metrics', () => {
  it('are summed over brokers, with the help of their queries', async () => {
    const { facts } = await readingOf('cloudwatch-answer.json', 'cloudwatch-queries.json')
    expect(valuesOf(facts, { topic: 'orders' })).toEqual({
      averageBytesInPerSec: 60e6,
      peakMinuteBytesInPerSec: 90e6,
      averageBytesOutPerSec: 120e6,
      peakMinuteBytesOutPerSec: 180e6,
      averageRecordsInPerSec: 60_000,
      peakMinuteRecordsInPerSec: 90_000,
    })
    const cluster = valuesOf(facts)
    expect(cluster).toMatchObject({ connections: 330, partitions: 24 })
    expect(cluster.brokerCpu).toBeCloseTo(0.58, 9)
    expect(valuesOf(facts, { topic: 'orders', group: 'billing' })).toEqual({ lagRecords: 1500 })
  })

  it('are divided by the minutes of their period if the statistic is Sum', () => {
    const queries = [
      {
        Id: 'a',
        MetricStat: {
          Metric: { MetricName: 'BytesInPerSec', Dimensions: [{ Name: 'Topic', Value: 'a' }] },
          Period: 300,
          Stat: 'Sum',
        },
      },
    ]
    const times = ['2026-11-22T10:05:00Z', '2026-11-22T10:00:00Z']
    const answer = {
      MetricDataResults: [{ Id: 'a', Label: 'x', Timestamps: times, Values: [500, 1500], StatusCode: 'Complete' }],
    }
    const [outcome] = readSources([fileOf(JSON.stringify(answer)), fileOf(JSON.stringify(queries), 'queries')])
    expect(valuesOf(outcome?.reading?.facts ?? [], { topic: 'a' })).toEqual({ averageBytesInPerSec: 200 })
  })

  it('are divided by those minutes whatever they measure, and by a stated period although values are missing', () => {
    const sums = [
      { metric: 'CpuUser', dimensions: { 'Broker ID': '1' }, values: [150, 100] },
      { metric: 'ClientConnectionCount', dimensions: { 'Broker ID': '1' }, values: [500, 400] },
      { metric: 'BytesInPerSec', dimensions: { Topic: 'a' }, values: [500, 1500] },
    ]
    const facts = cloudwatchFactsOf(sums, { stat: 'Sum', periodSec: 300, spacingSec: 900 })
    expect(valuesOf(facts)).toMatchObject({ brokerCpu: 0.3, connections: 100 })
    expect(valuesOf(facts, { topic: 'a' }).averageBytesInPerSec).toBe(200)
  })

  it('count nothing twice: neither parts of a series that is there too, nor another statistic of it', () => {
    const parts = [
      { metric: 'ClientConnectionCount', dimensions: {}, values: [70] },
      { metric: 'ClientConnectionCount', dimensions: { 'Broker ID': '1' }, values: [30] },
      { metric: 'ClientConnectionCount', dimensions: { 'Broker ID': '2' }, values: [40] },
      {
        metric: 'ClientConnectionCount',
        dimensions: { 'Broker ID': '2', 'Client Authentication': 'IAM' },
        values: [40],
      },
      { metric: 'BytesInPerSec', dimensions: { Topic: 'a' }, values: [100] },
      { metric: 'BytesInPerSec', dimensions: { Topic: 'a', 'Broker ID': '1' }, values: [60] },
      { metric: 'CpuUser', dimensions: { 'Broker ID': '1' }, values: [60], stat: 'Maximum' },
      { metric: 'CpuUser', dimensions: { 'Broker ID': '1' }, values: [20] },
    ]
    const facts = cloudwatchFactsOf(parts, { stat: 'Average', periodSec: 60, spacingSec: 60 })
    expect(valuesOf(facts)).toMatchObject({ brokerCpu: 0.2, connections: 70 })
    expect(valuesOf(facts, { topic: 'a' }).averageBytesInPerSec).toBe(100)
  })

  it('may have more values than a call has room for arguments', () => {
    const values = Array.from({ length: 75_000 }, (_, index) => (index === 7 ? 61 : 20))
    const series = ['1', '2'].map((broker) => ({ metric: 'CpuUser', dimensions: { 'Broker ID': broker }, values }))
    expect(valuesOf(cloudwatchFactsOf(series, { stat: 'Average', periodSec: 60, spacingSec: 60 })).brokerCpu).toBe(0.61)
  })

  it('are read by their labels if there are no queries, with a question on the statistic', () => {
    const answer = {
      MetricDataResults: [
        {
          Id: 'a',
          Label: 'BytesInPerSec Topic=orders Broker ID=1',
          Timestamps: [1_763_800_000],
          Values: [5e6],
          StatusCode: 'Complete',
        },
        { Id: 'b', Label: 'something else', Timestamps: [], Values: [], StatusCode: 'PartialData' },
      ],
    }
    const [outcome] = readSources([fileOf(JSON.stringify(answer))])
    expect(valuesOf(outcome?.reading?.facts ?? [], { topic: 'orders' }).averageBytesInPerSec).toBe(5e6)
    const asked = outcome?.reading?.questions.map(({ id }) => id)
    expect(asked).toEqual(['partial-cloudwatch', 'cloudwatch-statistic', 'unnamed-cloudwatch'])
  })

  it('are refused with the places of invalid times, and of lists of different lengths', () => {
    const result = { Id: 'a', Label: 'BytesInPerSec', StatusCode: 'Complete' }
    const answer = {
      MetricDataResults: [
        { ...result, Timestamps: ['soon'], Values: [1] },
        { ...result, Timestamps: [], Values: [1] },
      ],
    }
    const [outcome] = readSources([fileOf(JSON.stringify(answer), 'cw')])
    expect(outcome?.problems.map(({ place }) => place)).toEqual([
      'cw: MetricDataResults[0].Timestamps[0]',
      'cw: MetricDataResults[1]',
    ])
  })

  it('are refused if only the queries are given', async () => {
    const [outcome] = await readFixtures('cloudwatch-queries.json')
    expect(outcome?.problems[0]?.message).toContain('give their response too')
  })
})

describe('a state file of kcp', () => {
  it('gives topics with their settings, brokers, and the rates of the cluster', async () => {
    const { facts } = await readingOf('kcp-state.json')
    expect(valuesOf(facts, { topic: 'orders' })).toEqual({
      partitions: 24,
      replicationFactor: 3,
      retentionMs: 604_800_000,
      minInsyncReplicas: 2,
      cleanupPolicy: 'delete',
      producers: 2,
    })
    expect(valuesOf(facts, { topic: 'payments' })).toMatchObject({ compression: 'zstd', cleanupPolicy: 'compact' })
    expect(valuesOf(facts)).toMatchObject({
      brokers: 3,
      averageBytesInPerSec: 12e6,
      peakMinuteBytesInPerSec: 36e6,
      peakMinuteRecordsInPerSec: 36_000,
      connections: 240,
    })
  })

  it('is refused if it has several clusters', () => {
    const clusters = [{ id: 'one' }, { id: 'two' }]
    const [outcome] = readSources([fileOf(JSON.stringify({ osk_sources: { clusters } }))])
    expect(outcome?.problems[0]?.message).toContain('expected one cluster, found 2: one, two')
  })

  it.each([{ msk_sources: null }, { osk_sources: { clusters: [] } }])(
    'is refused if kcp has scanned no cluster: %j',
    (state) => {
      const [outcome] = readSources([fileOf(JSON.stringify(state))])
      expect(outcome?.problems.map(({ message }) => message)).toEqual([
        'expected one cluster, found none; scan the cluster with kcp, and give the file after that',
      ])
    },
  )
})
