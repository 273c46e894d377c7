import { describe, expect, it } from 'vitest'
import { parseMetricText } from '../../../src/units/metric-text.ts'

/** As a JMX exporter and a node exporter write them, shortened. */
const text = `# HELP process_cpu_seconds_total Total user and system CPU time spent in seconds.
# TYPE process_cpu_seconds_total counter
process_cpu_seconds_total 100.5
jvm_memory_used_bytes{area="heap",} 1.5E8
node_network_receive_bytes_total{device="eth0"} 1000000 1395066363000
kafka_server_brokertopicmetrics_bytesin_total{topic="a \\"quoted\\" name"} 4000 1395066363.5
some_histogram_bucket{le="+Inf"} +Inf
some_gauge NaN
some_counter_total 17 # {trace_id="a"} 0.67
# EOF
`

describe("Prometheus' text format", () => {
  it('is read with labels, time stamps, comments and infinities', () => {
    const { samples, problems } = parseMetricText(text)
    expect(problems).toEqual([])
    expect(samples.map(({ value }) => value)).toEqual([
      100.5,
      1.5e8,
      1e6,
      4000,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      17,
    ])
    expect(samples[2]).toEqual({
      name: 'node_network_receive_bytes_total',
      labels: { device: 'eth0' },
      value: 1_000_000,
      atEpochMs: 1_395_066_363_000,
      line: 5,
    })
    expect(samples[3]).toMatchObject({ labels: { topic: 'a "quoted" name' }, atEpochMs: 1_395_066_363_500 })
  })

  it('that is none has unreadable lines', () => {
    const { samples, problems } = parseMetricText('<html>\n<body>Not found</body>\n</html>')
    expect(samples).toEqual([])
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 3])
  })
})
