import { describe, expect, it } from 'vitest'
import { readImportColumn } from '../../../../src/contracts/import-columns.ts'
import type { ImportedClient } from '../../../../src/contracts/imported-run.ts'
import { parseOutput } from '../../../../src/measurement/imports/parse-outputs.ts'
import { fixture, mebibytes } from './fixture.ts'
import { parseRates } from './known-rates.ts'

function read(path: string): ImportedClient[] {
  const { parts, problems } = parseOutput(fixture(path), [])
  expect(problems).toEqual([])
  return parts
}

function problemsOf(text: string): string[] {
  return parseOutput({ name: 'out', text }, []).problems.map(({ place, message }) => `${place} ${message}`)
}

describe('the output of rdkafka_performance', () => {
  it('gives what was delivered, MB as 10^6 bytes, from the last row of the table', () => {
    const [part, ...others] = read('rdkafka-2.12.0/producer-table.txt')
    expect(others).toEqual([])
    expect(part).toMatchObject({
      role: 'producer',
      records: 60_000,
      payloadBytes: 30_720_000,
      durationMs: 4_927,
      line: 12,
    })
    expect(part?.payloadBytesPerSec).toBeCloseTo(30_720_000 / 4.927, 6)
    expect(part?.recordsPerSec).toBeCloseTo(12_177, -1)
  })

  it('makes periods of totals', () => {
    const [part] = read('rdkafka-2.12.0/producer-table.txt')
    expect(part?.windows).toHaveLength(10)
    expect(part?.windows[1]).toMatchObject({ durationMs: 500, recordsPerSec: (13_391 - 5_739) * 2 })
    const sum = part?.windows.reduce(
      (total, { recordsPerSec, durationMs }) => total + (recordsPerSec * durationMs) / 1000,
      0,
    )
    expect(sum).toBeCloseTo(60_000, 6)
  })

  it('gives the last of its summary lines', () => {
    expect(read('rdkafka-2.12.0/producer-summary.txt')).toMatchObject([
      { role: 'producer', records: 60_000, durationMs: 1_029, isCutOff: false, line: 3 },
    ])
    expect(read('rdkafka-2.12.0/consumer-summary.txt')).toMatchObject([
      { role: 'consumer', records: 200_000, payloadBytes: 102_400_000, durationMs: 215 },
    ])
    expect(read('rdkafka-2.12.0/simple-consumer.txt')).toMatchObject([{ records: 61_504, durationMs: 96 }])
    expect(read('rdkafka-2.12.0/consumer-table.txt')).toMatchObject([{ role: 'consumer', records: 200_000 }])
  })

  it('gives latency where it was measured', () => {
    const [part] = read('rdkafka-2.12.0/producer-latency.txt')
    expect(part?.latencies).toMatchObject([{ kind: 'service', meanUs: 5_400, p99Us: null, maxUs: 67_920 }])
  })

  it('is cut off where records were still in its queue', () => {
    const [first = ''] = fixture('rdkafka-2.12.0/producer-summary.txt').text.split('\n').slice(1)
    const [part] = parseOutput({ name: 'out', text: `${first}\n` }, []).parts
    expect(part).toMatchObject({ isCutOff: true, records: 59_365 })
  })

  it('counts two processes of one file', () => {
    const { text } = fixture('rdkafka-2.12.0/producer-table.txt')
    expect(parseOutput({ name: 'out', text: text + text }, []).parts.map(({ records }) => records)).toEqual([
      60_000, 60_000,
    ])
  })

  it('names a row that does not fit its header', () => {
    const header = fixture('rdkafka-2.12.0/consumer-table.txt').text.split('\n')[0]
    expect(problemsOf(`${header}\n| 1 | 2 |\nend\n`)[0]).toContain('out:2 expected 8 numbers (elapsed, msgs, bytes')
  })
})

describe('the output of kafka-share-consumer-perf-test', () => {
  it('gives the total, whose columns stand in an order of their own', () => {
    expect(read('kafka-4.3.1/share-consumer.txt')).toMatchObject([
      { tool: 'kafka-share-consumer-perf-test', records: 100_130, recordsPerSec: 10_704.5114, durationMs: 9_354 },
    ])
  })

  it('refuses two of its runs in one file', () => {
    const { text } = fixture('kafka-4.3.1/share-consumer.txt')
    const later = text.replaceAll('2026-11-21 09', '2026-11-21 10')
    expect(parseOutput({ name: 'out', text: text + later }, []).problems).toMatchObject([{ place: 'out:4' }])
  })

  it('does not count its consumers and intervals again', () => {
    const [part, ...others] = read('kafka-4.3.1/share-consumer-detailed.txt')
    expect([part?.records, others]).toEqual([100_657, []])
    expect(mebibytes(part?.payloadBytesPerSec)).toBeCloseTo(7.1489, 10)
  })
})

describe('the result file of the OpenMessaging Benchmark', () => {
  it('gives both sides, with rates as means and latencies in one unit', () => {
    const [producers, consumers] = read('openmessaging/result.json')
    expect(producers).toMatchObject({
      role: 'producer',
      recordsPerSec: 50_000,
      payloadBytesPerSec: 51_200_000,
      durationMs: 40_000,
    })
    expect(producers?.latencies).toEqual([
      { kind: 'service', meanUs: 2_320, p50Us: 1_900, p95Us: 4_800, p99Us: 8_100, p999Us: 21_400, maxUs: 118_500 },
      { kind: 'schedule-delay', meanUs: 61.5, p50Us: 52, p95Us: 130, p99Us: 410, p999Us: 2_300, maxUs: 9_001 },
    ])
    expect(consumers).toMatchObject({
      role: 'consumer',
      recordsPerSec: 50_000,
      latencies: [{ kind: 'end-to-end', p99Us: 10_000 }],
    })
  })

  it('is read as the tool itself wrote it', () => {
    const [producers, consumers] = read('openmessaging/result-upstream.json')
    const { publishRate, consumeRate } = JSON.parse(fixture('openmessaging/result-upstream.json').text)
    const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(producers?.recordsPerSec).toBeCloseTo(meanOf(publishRate), 6)
    expect(consumers?.payloadBytesPerSec).toBeCloseTo(meanOf(consumeRate) * 512, 3)
    expect(producers?.latencies.map(({ kind, p99Us }) => [kind, Math.round(p99Us ?? 0)])).toEqual([
      ['service', 295_129],
      ['schedule-delay', 15_607],
    ])
    expect(consumers?.latencies).toMatchObject([{ kind: 'end-to-end', p50Us: 3_000 }])
  })

  it('gives what Redpanda’s fork writes: its sample period, its latencies, and what failed', () => {
    const [producers, consumers] = read('openmessaging/result-redpanda-fork.json')
    expect(producers).toMatchObject({
      role: 'producer',
      recordsPerSec: (10_020 + 9_985 + 10_010 + 9_995) / 20,
      payloadBytesPerSec: (512 * 40_010) / 20,
      durationMs: 20_000,
    })
    expect(producers?.windows.map(({ durationMs }) => durationMs)).toEqual([5_000, 5_000, 5_000, 5_000])
    expect(producers?.latencies).toEqual([
      { kind: 'service', meanUs: 1_512, p50Us: 1_200, p95Us: 2_750, p99Us: 4_250, p999Us: 7_900, maxUs: 9_007 },
      { kind: 'schedule-delay', meanUs: 30.24, p50Us: 24, p95Us: 55, p99Us: 80, p999Us: 158, maxUs: 180 },
    ])
    expect(producers?.notes[0]).toBe('15 messages failed and are not in its rate.')
    expect(consumers).toMatchObject({ role: 'consumer', recordsPerSec: (40_010 - 40) / 20 })
    expect(consumers?.latencies).toMatchObject([{ kind: 'end-to-end', p99Us: 8_500 }])
  })

  it('has no consumers if nothing was read, and no latency that was not recorded', () => {
    const whole = JSON.parse(fixture('openmessaging/result-redpanda-fork.json').text)
    const silent = { ...whole, consumeRate: [0, 0, 0, 0], aggregatedPublishDelayLatencyAvg: 'NaN' }
    const parts = parseOutput({ name: 'r.json', text: JSON.stringify(silent) }, []).parts
    expect(parts.map(({ role }) => role)).toEqual(['producer'])
    const { aggregatedPublishLatency95pct: _, ...without } = silent
    const [producers] = parseOutput({ name: 'r.json', text: JSON.stringify(without) }, []).parts
    expect(producers?.latencies[0]).toMatchObject({ p95Us: null, p99Us: 4_250 })
  })

  it('names each field that is not as it should be', () => {
    const wrong = { workload: 'w', driver: 'Kafka', messageSize: -1, publishRate: [1, 'two'], consumeRate: [] }
    expect(problemsOf(JSON.stringify(wrong)).map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      'out: messageSize',
      'out: publishRate[1]',
    ])
  })
})

describe('the state of a Trogdor task', () => {
  it('gives what was sent over its time, with the size of its generators', () => {
    expect(read('trogdor/produce-bench.json')).toMatchObject([
      {
        role: 'producer',
        records: 40_000,
        recordsPerSec: 5_000,
        payloadBytesPerSec: 5_000 * 264,
        latencies: [{ p99Us: 12_000 }],
      },
    ])
  })

  it('gives no rate of a consume bench, which notices its end late', () => {
    expect(read('trogdor/tasks.json')).toMatchObject([
      {
        role: 'consumer',
        records: 10_000,
        recordsPerSec: null,
        payloadBytesPerSec: null,
        latencies: [{ kind: 'end-to-end', p50Us: 2_086_000 }],
      },
    ])
  })

  it('is read as its coordinator answered it, of one task and of all', () => {
    const [produced] = read('trogdor-4.3.1/produce-bench.json')
    expect(produced).toMatchObject({ records: 40_000, payloadBytes: 40_000 * 512, durationMs: 23_049 })
    expect(produced?.recordsPerSec).toBeCloseTo(40_000 / 23.049, 6)
    expect(read('trogdor-4.3.1/tasks.json')).toMatchObject([
      { role: 'producer', records: 40_000 },
      { role: 'consumer', records: 20_000, payloadBytes: 10_240_000, recordsPerSec: null },
    ])
  })

  it('refuses what it does not read, by its place', () => {
    const task = {
      state: 'DONE',
      spec: { class: 'org.apache.kafka.trogdor.workload.RoundTripWorkloadSpec' },
      status: {},
    }
    expect(problemsOf(JSON.stringify(task))[0]).toContain(
      'out: spec.class tasks of org.apache.kafka.trogdor.workload.Round',
    )
    const running = { state: 'RUNNING', spec: { class: 'a.ProduceBenchSpec' } }
    expect(problemsOf(JSON.stringify({ tasks: { t1: running } }))[0]).toContain('out: tasks.t1.status')
  })
})

describe('the log of sangrenel', () => {
  it('gives the mean of its intervals, Mb as mebibits, and no percentile of several', () => {
    expect(read('sangrenel/output.txt')).toMatchObject([
      {
        recordsPerSec: 49_152,
        payloadBytesPerSec: 48 * 2 ** 20,
        latencies: [{ kind: 'batch', p99Us: null, maxUs: 1_200_000 }],
      },
    ])
  })

  it('takes the size of a message from its first lines, as its Mb are rounded', () => {
    const [part] = read('sangrenel/output-limited.txt')
    const recordsPerSec = (600 + 2380 + 2580) / 3
    expect(part?.recordsPerSec).toBeCloseTo(recordsPerSec, 6)
    expect(part?.payloadBytesPerSec).toBeCloseTo(recordsPerSec * 512, 6)
    expect(part?.latencies).toMatchObject([{ p99Us: null, maxUs: 1_740_823 }])
  })

  it('gives the percentile of one interval', () => {
    const text = fixture('sangrenel/output.txt').text.split('\n').slice(0, 3).join('\n')
    expect(parseOutput({ name: 'out', text }, []).parts).toMatchObject([
      { latencies: [{ p99Us: 12_500, maxUs: 48_600 }] },
    ])
  })
})

describe('a CSV file with named columns', () => {
  it('gives means weighted by the length of its rows', () => {
    const { parts, problems } = parseRates('seconds,"in, MiB/s",out\r\n10,30,100\r\n30,10,100\r\n')
    expect(problems).toEqual([])
    expect(parts).toMatchObject([
      {
        role: 'producer',
        durationMs: 40_000,
        payloadBytesPerSec: 15 * 2 ** 20,
        wireBytesPerSec: null,
        recordsPerSec: null,
      },
      { role: 'consumer', wireBytesPerSec: 100, payloadBytesPerSec: null },
    ])
  })

  it('may have its unit in the heading, as the option has it', () => {
    const reading = readImportColumn('ingressPayloadBytesPerSec=in [MiB/s]')
    if (!reading.ok) throw new Error(reading.problem)
    const rateOf = (text: string) => {
      return parseOutput({ name: 'rates.csv', text }, [reading.column]).parts[0]?.payloadBytesPerSec
    }
    expect([rateOf('in [MiB/s],x\n3,1\n'), rateOf('x;in[MiB/s]\n1;3\n'), rateOf('in\n3\n')]).toEqual(
      Array.from({ length: 3 }, () => 3 * 2 ** 20),
    )
    // The more exact heading is meant.
    expect(rateOf('in,in [MiB/s]\n1,3\n')).toBe(3 * 2 ** 20)
    expect(rateOf('in [kB/s]\n3\n')).toBeUndefined()
  })

  it('may have semicolons and decimal commas', () => {
    expect(parseRates('seconds;in, MiB/s;out\n10;1,5;7\n').parts[0]?.payloadBytesPerSec).toBe(1.5 * 2 ** 20)
  })

  it('names columns and cells that are not there', () => {
    expect(parseRates('a,b\n1,2\n').problems.map(({ place }) => place)).toEqual([
      'rates.csv:1',
      'rates.csv:1',
      'rates.csv:1',
    ])
    const { problems } = parseRates('seconds,"in, MiB/s",out\n10,fast,1\n0,1,\n')
    expect(problems.map(({ place, message }) => `${place} ${message}`)).toEqual([
      'rates.csv:2 in, MiB/s: expected a number, zero or more, found "fast"',
      'rates.csv:3 out: expected a number, zero or more, found ""',
      'rates.csv:3 seconds: expected a number above zero, found "0"',
    ])
  })
})
