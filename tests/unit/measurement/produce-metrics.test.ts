import { describe, expect, it } from 'vitest'
import { figuresOfReading, hasFigures } from '../../../src/measurement/broker-metrics.ts'
import { hasProduceTimes, produceFigures } from '../../../src/measurement/produce-metrics.ts'
import { parseMetricText } from '../../../src/units/metric-text.ts'

const reading = (atMs: number, text: string) => ({ atMs, metrics: parseMetricText(text).samples })

/** The histogram of one broker, as a JMX exporter writes it without rules of its own. */
const unnamed = (count: number, mean: number, broker = 'b1') => `
kafka_network_RequestMetrics_Count{name="TotalTimeMs",request="Produce",instance="${broker}"} ${count}
kafka_network_RequestMetrics_Mean{name="TotalTimeMs",request="Produce",instance="${broker}"} ${mean}
kafka_network_RequestMetrics_Mean{name="LocalTimeMs",request="Produce",instance="${broker}"} 999
kafka_network_RequestMetrics_Mean{name="TotalTimeMs",request="Fetch",instance="${broker}"} 999
kafka_network_RequestMetrics_Count{name="TotalTimeMs",request="Fetch",instance="${broker}"} ${count * 9}
`

describe('the time of produce requests at brokers', () => {
  it('is what was added to the mean times the count, per second', () => {
    // 1,000 requests of 4 ms, then 500 of 28 ms in 10 s.
    const figures = produceFigures(reading(10_000, unnamed(1_500, 12)), reading(0, unnamed(1_000, 4)))
    expect(figures).toEqual({ produceTimeMsPerSec: 1_400, produceRequestsPerSec: 50 })
  })

  it('is added up over brokers, and a broker that was restarted adds nothing', () => {
    const before = reading(0, unnamed(100, 10, 'b1') + unnamed(100, 20, 'b2') + unnamed(900, 50, 'b3'))
    const after = reading(1_000, unnamed(200, 10, 'b1') + unnamed(110, 20, 'b2') + unnamed(5, 1, 'b3'))
    const { produceTimeMsPerSec, produceRequestsPerSec } = produceFigures(after, before)
    expect(produceTimeMsPerSec).toBeCloseTo(1_200)
    expect(produceRequestsPerSec).toBe(110)
  })

  it('is the median times the count if an exporter has no mean', () => {
    const text = (count: number) => `
kafka_network_requestmetrics_totaltimems_count{request="Produce"} ${count}
kafka_network_requestmetrics_totaltimems{request="Produce",quantile="0.50"} 7
kafka_network_requestmetrics_totaltimems{request="Produce",quantile="0.99"} 900
`
    const figures = produceFigures(reading(2_000, text(300)), reading(0, text(100)))
    expect(figures).toEqual({ produceTimeMsPerSec: 700, produceRequestsPerSec: 100 })
  })

  it('is not known without a reading before, without a count, or without a time', () => {
    const full = reading(1_000, unnamed(5, 5))
    expect(produceFigures(full, null)).toEqual({})
    expect(produceFigures(full, { ...full })).toEqual({})
    const [count = '', mean = ''] = unnamed(5, 5).trim().split('\n')
    for (const half of [count, mean]) {
      expect(produceFigures(reading(2_000, half), reading(0, half))).toEqual({})
      expect(hasFigures(parseMetricText(half).samples)).toBe(false)
    }
    expect(hasFigures(full.metrics)).toBe(true)
  })

  it('is the median also where an exporter names it 50thPercentile, or has a mean that is no number', () => {
    const text = (count: number, mean: string) => `
kafka_network_RequestMetrics_Count{name="TotalTimeMs",request="Produce"} ${count}
kafka_network_RequestMetrics_50thPercentile{name="TotalTimeMs",request="Produce"} 3
kafka_network_RequestMetrics_Mean{name="TotalTimeMs",request="Produce"} ${mean}
`
    const figures = produceFigures(reading(1_000, text(30, 'NaN')), reading(0, text(10, 'NaN')))
    expect(figures).toEqual({ produceTimeMsPerSec: 60, produceRequestsPerSec: 20 })
    // With a mean, that is used: 30 x 5 - 10 x 5 ms.
    expect(produceFigures(reading(1_000, text(30, '5')), reading(0, text(10, '5'))).produceTimeMsPerSec).toBe(100)
  })

  it('has nothing of the other times and parts of a request', () => {
    const others = (count: number) => `
kafka_network_requestmetrics_localtimems_count{request="Produce"} ${count * 7}
kafka_network_requestmetrics_localtimems{request="Produce",quantile="0.50"} 99
kafka_network_requestmetrics_totaltimems{request="Produce",quantile="0.99"} 99
kafka_network_requestmetrics_totaltimems{request="Produce"} 99
kafka_network_RequestMetrics_Max{name="TotalTimeMs",request="Produce"} 99
kafka_server_BrokerTopicMetrics_Count{name="TotalTimeMs",request="Produce"} ${count * 7}
`
    expect(produceFigures(reading(1_000, others(20)), reading(0, others(10)))).toEqual({})
    expect(hasProduceTimes(parseMetricText(others(20)).samples)).toBe(false)
    const named = `${unnamed(100, 10)}${others(20)}`
    const figures = produceFigures(reading(1_000, named), reading(0, `${unnamed(50, 10)}${others(10)}`))
    expect(figures).toEqual({ produceTimeMsPerSec: 500, produceRequestsPerSec: 50 })
  })

  it('is that of brokers that were read before, and never below zero', () => {
    const before = reading(0, unnamed(100, 10, 'b1'))
    const withNew = reading(1_000, unnamed(110, 10, 'b1') + unnamed(5_000, 10, 'b2'))
    expect(produceFigures(withNew, before)).toEqual({ produceTimeMsPerSec: 100, produceRequestsPerSec: 10 })
    // A mean is printed with few digits, so that the sum of times can seem to fall.
    expect(produceFigures(reading(1_000, unnamed(101, 9.8, 'b1')), before)).toEqual({
      produceTimeMsPerSec: 0,
      produceRequestsPerSec: 1,
    })
    // A clock that was set back gives no rate.
    expect(produceFigures(reading(-1_000, unnamed(110, 10, 'b1')), before)).toEqual({})
  })
})

describe('the idle threads of brokers', () => {
  it('are those of the busiest broker, by the names that exporters give', () => {
    const named = `
kafka_server_KafkaRequestHandlerPool_OneMinuteRate{name="RequestHandlerAvgIdlePercent",instance="b1"} 0.9
kafka_server_KafkaRequestHandlerPool_OneMinuteRate{name="RequestHandlerAvgIdlePercent",instance="b2"} 0.04
kafka_server_KafkaRequestHandlerPool_Count{name="RequestHandlerAvgIdlePercent",instance="b2"} 0
kafka_network_SocketServer_Value{name="NetworkProcessorAvgIdlePercent",instance="b1"} 0.7
kafka_network_SocketServer_Value{name="ExpiredConnectionsKilledCount",instance="b1"} 0
`
    expect(figuresOfReading(reading(0, named), null)).toEqual({ handlerIdleRatio: 0.04, networkThreadIdleRatio: 0.7 })
    const ruled = `
kafka_server_kafkarequesthandlerpool_requesthandleravgidle_percent 0.5
kafka_network_socketserver_networkprocessoravgidle_percent 0.6
`
    expect(figuresOfReading(reading(0, ruled), null)).toEqual({ handlerIdleRatio: 0.5, networkThreadIdleRatio: 0.6 })
  })
})
