/**
 * Writes a run for Prometheus: its figures in the exposition format (for node_exporter's textfile collector or a
 * Pushgateway), and every second with its timestamp in OpenMetrics (for `promtool tsdb create-blocks-from
 * openmetrics`).
 */
import { figureNames } from '../../../contracts/figures.ts'
import type { LatencySummary } from '../../../contracts/result.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Sample } from '../../../contracts/sample.ts'
import { marksOf } from '../../../presentation/report-facts.ts'
import { sampleColumns } from '../samples-csv.ts'

type Labels = Readonly<Record<string, string>>

interface MetricLine {
  /** Suffix after the name of the family, such as `_sum` and `_count` of a summary. */
  readonly suffix?: string
  readonly labels: Labels
  readonly value: number
}

/** A metric family: metrics with one name, type and help text. */
interface Family {
  /** Without the prefix `headroom_`. */
  readonly name: string
  readonly kind: 'gauge' | 'counter' | 'summary'
  readonly help: string
  readonly lines: readonly MetricLine[]
}

/** Writes prediction, result and verdict of a run. Leaves out families without values. */
export function prometheusText(record: MeasuredRecord): string {
  const runLabels = { run: record.id }
  return families(record)
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, kind, help, lines }) => {
      const head = `# HELP headroom_${name} ${escapeHelp(help)}\n# TYPE headroom_${name} ${kind}\n`
      const text = lines.map(({ suffix = '', labels, value }) => {
        return `headroom_${name}${suffix}${labelText({ ...runLabels, ...labels })} ${numberText(value)}\n`
      })
      return `${head}${text.join('')}`
    })
    .join('')
}

/** Writes every second of a run. Each column of the samples' CSV is a family, except the columns of the time. */
export function openMetricsText({ id, scenario }: MeasuredRecord, samples: readonly Sample[]): string {
  const labels = labelText({ run: id, scenario: scenario.name })
  const columns = sampleColumns.filter(({ name }) => name !== 'second' && name !== 'startedAtEpochMs')
  const text = columns.map(({ name, value }) => {
    const metric = `headroom_second_${snakeCase(name)}`
    const lines = samples.flatMap((sample) => {
      const cell = value(sample)
      const endSeconds = ((sample.startedAtEpochMs + sample.durationMs) / 1_000).toFixed(3)
      return typeof cell === 'number' ? [`${metric}${labels} ${numberText(cell)} ${endSeconds}\n`] : []
    })
    return lines.length === 0 ? '' : `# TYPE ${metric} gauge\n${lines.join('')}`
  })
  return `${text.join('')}# EOF\n`
}

function families(record: MeasuredRecord): Family[] {
  const { prediction, result, startedAtEpochMs, endedAtEpochMs } = record
  return [
    gauge('run_info', 'The run, in the labels; always 1.', [{ labels: identityOf(record), value: 1 }]),
    gauge('run_started_timestamp_seconds', 'When the load began.', timeOf(startedAtEpochMs)),
    gauge('run_ended_timestamp_seconds', 'When the run ended.', timeOf(endedAtEpochMs)),
    ...rateFamilies(record),
    gauge(
      'run_utilisation_ratio',
      'Demand of the offered load / capacity, for each limit.',
      prediction.constraints.map(({ id, layer, utilisation }) => ({
        labels: { limit: id, layer },
        value: utilisation,
      })),
    ),
    ...(result === null ? [] : resultFamilies(result)),
  ]
}

function identityOf(record: MeasuredRecord): Labels {
  const { scenario, prediction, target, status, overlay } = record
  return {
    scenario: scenario.name,
    offering: prediction.deployment.offering,
    size: String(prediction.deployment.size),
    limits_as_of: prediction.deployment.limitsAsOf,
    target: target.label,
    status,
    verdict: overlay?.verdict ?? 'none',
    marks: marksOf(record).join(', '),
  }
}

/** Builds separate families for bytes and for records, because a family has one unit. */
function rateFamilies({ prediction, result }: MeasuredRecord): Family[] {
  // The values of a figure with the names of their bounds, such as low and high. A plain number has no bound.
  const bounds = (values: Readonly<Record<string, number>> | number) =>
    typeof values === 'number' ? [['', values] as const] : Object.entries(values)
  const kinds = [
    ['offered', 'What the workload offers.', prediction.offered],
    ['expected', 'What was predicted for the run.', prediction.expected],
    ['measured', 'Over the steady windows, with its 95 % interval.', result?.steady ?? null],
    ['measured_whole', 'Over the whole load, burn-in included.', result?.wholeRun ?? null],
  ] as const
  return kinds.flatMap(([kind, help, figures]) => {
    if (figures === null) return []
    const lines = (isRecords: boolean) =>
      figureNames
        .filter((figure) => (figure === 'recordsPerSec') === isRecords)
        .flatMap((figure) =>
          bounds(figures[figure]).map(([bound, value]) => ({
            labels: { ...(isRecords ? {} : labelsOfFigure[figure]), ...(bound === '' ? {} : { bound }) },
            value,
          })),
        )
    return [
      gauge(`run_${kind}_bytes_per_second`, help, lines(false)),
      gauge(`run_${kind}_records_per_second`, help, lines(true)),
    ]
  })
}

const labelsOfFigure: Readonly<Record<(typeof figureNames)[number], Labels>> = {
  ingressWireBytesPerSec: { direction: 'ingress', bytes: 'wire' },
  ingressPayloadBytesPerSec: { direction: 'ingress', bytes: 'payload' },
  egressWireBytesPerSec: { direction: 'egress', bytes: 'wire' },
  egressPayloadBytesPerSec: { direction: 'egress', bytes: 'payload' },
  recordsPerSec: {},
}

function resultFamilies(result: NonNullable<MeasuredRecord['result']>): Family[] {
  const { accounting, latency, ackedRatio, throttle } = result
  const { groups, isClosed, gaps: _gaps, ...counts } = accounting
  const states = (all: Readonly<Record<string, number | undefined>>, labels: Labels) =>
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [{ labels: { ...labels, state: snakeCase(name.replace(/Records$/, '')) }, value }],
    )
  return [
    counter('run_produced_records_total', 'Records of the whole run by outcome.', states(counts, {})),
    counter(
      'run_consumed_records_total',
      'Records of the whole run by group.',
      groups.flatMap(({ groupId, ...group }) => states(group, { group: groupId })),
    ),
    gauge('run_accounting_closed', '1 if every record is accounted for, otherwise 0.', [
      { labels: {}, value: Number(isClosed) },
    ]),
    gauge('run_acked_ratio', 'Acknowledged / offered.', [{ labels: {}, value: ackedRatio }]),
    gauge('run_throttle_max_seconds', 'Longest throttle time that a broker reported.', [
      { labels: {}, value: throttle.maxMs / 1_000 },
    ]),
    {
      name: 'run_latency_seconds',
      kind: 'summary',
      help: 'Latency over the steady windows, from merged histograms.',
      lines: Object.entries(latency).flatMap(([name, summary]) =>
        summary === null ? [] : latencyLines(snakeCase(name), summary),
      ),
    },
  ]
}

function latencyLines(kind: string, summary: LatencySummary): MetricLine[] {
  const quantiles = [
    ['0.5', summary.p50Us],
    ['0.9', summary.p90Us],
    ['0.95', summary.p95Us],
    ['0.99', summary.p99Us],
    ['0.999', summary.p999Us],
    ['1', summary.maxUs],
  ] as const
  return [
    ...quantiles.map(([quantile, valueUs]) => ({ labels: { kind, quantile }, value: valueUs / 1e6 })),
    { suffix: '_sum', labels: { kind }, value: (summary.meanUs * summary.count) / 1e6 },
    { suffix: '_count', labels: { kind }, value: summary.count },
  ]
}

function gauge(name: string, help: string, lines: readonly MetricLine[]): Family {
  return { name, kind: 'gauge', help, lines }
}

function counter(name: string, help: string, lines: readonly MetricLine[]): Family {
  return { name, kind: 'counter', help, lines }
}

function timeOf(epochMs: number | null): MetricLine[] {
  return epochMs === null ? [] : [{ labels: {}, value: epochMs / 1_000 }]
}

function labelText(labels: Labels): string {
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(',')}}`
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
