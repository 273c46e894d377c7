import { describe, expect, it } from 'vitest'
import { figuresOfReading, hasFigures } from '../../../src/measurement/broker-metrics.ts'
import { parseMetricText } from '../../../src/units/metric-text.ts'

/** As a JMX exporter and a node exporter write them, shortened. */
const first = `# HELP process_cpu_seconds_total Total user and system CPU time spent in seconds.
# TYPE process_cpu_seconds_total counter
process_cpu_seconds_total 100.5
jvm_memory_used_bytes{area="heap",} 1.5E8
jvm_memory_used_bytes{area="nonheap",} 9.0E7
node_network_receive_bytes_total{device="lo"} 5e9
node_network_receive_bytes_total{device="eth0"} 1000000 1395066363000
kafka_server_brokertopicmetrics_bytesin_total 4000
kafka_server_brokertopicmetrics_bytesin_total{topic="a \\"quoted\\" name"} 4000
some_histogram_bucket{le="+Inf"} +Inf
`
const later = first
  .replace('100.5', '110.5')
  .replace('1000000 1395', '3000000 1396')
  .replace('bytesin_total 4000', 'bytesin_total 54000')

const reading = (atMs: number, text: string) => ({ atMs, metrics: parseMetricText(text).samples })

describe('figures of brokers', () => {
  it('are gauges at once, and rates from the second reading on; loopback and single topics are not added', () => {
    const before = reading(0, first)
    expect(figuresOfReading(before, null)).toEqual({ heapUsedBytes: 150_000_000 })
    expect(figuresOfReading(reading(5_000, later), before)).toEqual({
      cpuCores: 2,
      heapUsedBytes: 150_000_000,
      networkReceivedBytesPerSec: 400_000,
      kafkaBytesInPerSec: 10_000,
    })
  })

  it('take a counter that was set back for no gain', () => {
    expect(figuresOfReading(reading(5_000, first), reading(0, later))).toMatchObject({
      cpuCores: 0,
      kafkaBytesInPerSec: 0,
    })
  })

  it('are known by the names that other exporters give', () => {
    const names = [
      'kafka_server_BrokerTopicMetrics_Count{name="BytesInPerSec"} 1',
      'jvm_memory_bytes_used{area="heap"} 2',
    ]
    expect(names.map((line) => hasFigures(parseMetricText(line).samples))).toEqual([true, true])
    expect(hasFigures(parseMetricText('go_goroutines 7').samples)).toBe(false)
  })
})
