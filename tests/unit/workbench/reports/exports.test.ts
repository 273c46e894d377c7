import { HistogramLogReader, listTags } from 'hdr-histogram-js'
import { describe, expect, it } from 'vitest'
import type { MeasuredRecord } from '../../../../src/contracts/run-record.ts'
import type { Sample } from '../../../../src/contracts/sample.ts'
import { computeResult } from '../../../../src/measurement/compute-result.ts'
import { parseOutput } from '../../../../src/measurement/imports/parse-outputs.ts'
import { sumParts } from '../../../../src/measurement/imports/sum-parts.ts'
import { figuresOver } from '../../../../src/measurement/rates.ts'
import { hdrLog } from '../../../../src/workbench/reports/exports/hdr-log.ts'
import { openMessagingJson } from '../../../../src/workbench/reports/exports/openmessaging-json.ts'
import { openMetricsText, prometheusText } from '../../../../src/workbench/reports/exports/prometheus-export.ts'
import { type RunShape, simulateRun } from '../../measurement/simulated-run.ts'
import { hostileRecord } from '../../presentation/hostile-run.ts'
import { knownRecord } from '../../presentation/known-run.ts'
import { readByLibrary } from './library-reading.ts'

/** A run whose result is computed from its samples. */
function measured(shape: RunShape): { record: MeasuredRecord; samples: Sample[] } {
  const { plan, samples } = simulateRun({ groups: 2, serviceUs: (second) => 2_000 + 100 * (second % 7), ...shape })
  return { record: { ...knownRecord, plan, result: computeResult(plan, samples) }, samples }
}

function reimported(record: MeasuredRecord, samples: readonly Sample[]) {
  const { parts, problems } = parseOutput({ name: 'run.json', text: openMessagingJson(record, samples) }, [])
  expect(problems).toEqual([])
  return parts
}

describe('a run as the result file of the OpenMessaging Benchmark', () => {
  it.each([
    ['with steady windows', { durationSeconds: 110, quotaPerSec: 800 }, 22, 110],
    ['too short for one', { durationSeconds: 30, windowSeconds: 11 }, 0, 30],
  ])('is imported again with the figures of that time: %s', (_name, shape, from, to) => {
    const { record, samples } = measured(shape)
    const parts = reimported(record, samples)
    const counted = samples.filter(({ second }) => second >= from && second < to)
    const { ingressPayloadBytesPerSec, egressPayloadBytesPerSec, recordsPerSec } = figuresOver(counted)
    const figures = sumParts(parts)
    expect(figures.recordsPerSec).toBeCloseTo(recordsPerSec, 6)
    expect(figures.ingressPayloadBytesPerSec).toBeCloseTo(ingressPayloadBytesPerSec, 3)
    expect(figures.egressPayloadBytesPerSec).toBeCloseTo(egressPayloadBytesPerSec, 3)
    expect(parts[0]?.durationMs).toBe((to - from) * 1_000)
  })

  it('is imported again with the latencies of the result', () => {
    const { record, samples } = measured({ durationSeconds: 110 })
    const { service, endToEnd } = record.result?.latency ?? {}
    const [producers, consumers] = reimported(record, samples)
    const told = producers?.latencies.find(({ kind }) => kind === 'service')
    expect(told?.p50Us).toBeCloseTo(service?.p50Us ?? 0, 6)
    expect(told?.p99Us).toBeCloseTo(service?.p99Us ?? 0, 6)
    expect(told?.maxUs).toBeCloseTo(service?.maxUs ?? 0, 6)
    expect(consumers?.latencies[0]?.p99Us).toBeCloseTo(endToEnd?.p99Us ?? Number.NaN, 6)
  })

  it('leaves out the latencies that were not recorded', () => {
    const { record, samples } = measured({ durationSeconds: 30 })
    const silent = samples.map((sample) => ({
      ...sample,
      consumers: sample.consumers.map((group) => ({ ...group, endToEndHistogram: null })),
    }))
    const value = JSON.parse(openMessagingJson({ ...record, result: computeResult(record.plan, silent) }, silent))
    expect(Object.keys(value).filter((name) => name.includes('ndToEnd'))).toEqual([])
    expect(value.publishLatency99pct).toHaveLength(3)
  })
})

describe('a run as a histogram log', () => {
  it('is read by HdrHistogram’s own reader, every second of every kind, to the sum of the result', () => {
    const { record, samples } = measured({ durationSeconds: 40 })
    const log = hdrLog(record, samples)
    expect(listTags(log).sort()).toEqual(['endToEnd', 'response', 'scheduleDelay', 'service'])
    const reader = new HistogramLogReader(log, 64)
    const [count, largest] = [new Map<string, number>(), new Map<string, number>()]
    for (let next = reader.nextIntervalHistogram(); next !== null; next = reader.nextIntervalHistogram()) {
      const tag = next.tag ?? ''
      count.set(tag, (count.get(tag) ?? 0) + next.totalCount)
      largest.set(tag, Math.max(largest.get(tag) ?? 0, next.maxValue))
    }
    expect(reader.startTimeSec).toBe((samples[0]?.startedAtEpochMs ?? 0) / 1_000)
    const whole = samples.flatMap(({ producers }) => producers.map((each) => each.serviceHistogram))
    expect(largest.get('service')).toBe(readByLibrary(whole, [])?.maxUs)
    const acked = samples.flatMap(({ producers }) => producers).filter((each) => each.serviceHistogram !== null)
    expect(count.get('service')).toBeGreaterThanOrEqual(acked.length)
  })

  it('has a head and no line where nothing was recorded', () => {
    expect(
      hdrLog(knownRecord, [])
        .split('\n')
        .filter((line) => /^Tag=/.test(line)),
    ).toEqual([])
    expect(new HistogramLogReader(hdrLog(knownRecord, [])).nextIntervalHistogram()).toBeNull()
  })
})

const metricLine =
  /^[a-z_][a-z0-9_]*\{(?:[a-z_]+="(?:[^"\\\n]|\\\\|\\"|\\n)*",?)*\} (?:-?\d[\d.e+-]*|NaN|[+-]Inf)(?: \d+\.\d{3})?$/

/** Names of the families in the order of their lines; each line must be one of the format. */
function familiesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  for (const line of lines) expect(line).toMatch(metricLine)
  const names = lines.map((line) => line.slice(0, line.indexOf('{')).replace(/(?<=latency_seconds)_(?:sum|count)$/, ''))
  return names.filter((name, index) => name !== names[index - 1])
}

describe('a run as text for Prometheus', () => {
  it('has each family once, declared before its lines, in base units', () => {
    const text = prometheusText(knownRecord)
    const names = familiesOf(text)
    expect(new Set(names).size).toBe(names.length)
    expect([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)).toEqual(names)
    const label = 'run="known-run",direction="ingress",bytes="wire"'
    expect(text).toContain(`headroom_run_measured_bytes_per_second{${label},bound="mean"} 99100000\n`)
    expect(text).toContain(`headroom_run_offered_bytes_per_second{${label}} 125000000\n`)
    expect(text).toContain('headroom_run_latency_seconds{run="known-run",kind="end_to_end",quantile="0.5"} 0.096\n')
    expect(text).toContain('headroom_run_produced_records_total{run="known-run",state="acked"} 21399000\n')
  })

  it('keeps to the format whatever a name holds', () => {
    const record = { ...hostileRecord(), result: null }
    const scenario = { ...record.scenario, name: 'a "quoted" \\ name' }
    expect(familiesOf(prometheusText({ ...record, scenario })).length).toBeGreaterThan(3)
    const { samples } = measured({ durationSeconds: 30 })
    expect(familiesOf(openMetricsText({ ...record, scenario }, samples)).length).toBeGreaterThan(20)
  })

  it('tells every second with its end, oldest first, and ends as OpenMetrics wants it', () => {
    const { record, samples } = measured({ durationSeconds: 30 })
    const text = openMetricsText(record, samples)
    expect(text.endsWith('\n# EOF\n')).toBe(true)
    const lines = text.split('\n').filter((line) => line.startsWith('headroom_second_acked_records{'))
    expect(lines).toHaveLength(samples.length)
    expect(lines[0]).toMatch(new RegExp(` 2000 ${((samples[0]?.startedAtEpochMs ?? 0) + 1_000) / 1_000}\\.000$`))
  })
})
