/**
 * Writes a run as the result file of the OpenMessaging Benchmark, for its chart scripts and for `headroom import`.
 *
 * Like a file of that tool it covers the time after the warm-up: the steady quota windows, with one entry per window
 * (`sampleRateMillis`, as in Redpanda's fork). If the run has no steady windows, it covers the whole load with one
 * entry per 10 s. A value that was not recorded is null or left out. Publish latency counts from the actual send.
 * End-to-end latency counts from the intended send, which that tool does not know.
 */
import type { LatencySummary, Result } from '../../../contracts/result.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Sample } from '../../../contracts/sample.ts'
import { decodePercentileCurve } from '../../../measurement/histogram.ts'
import { perSecond, sumConsumers, sumProducers } from '../../../measurement/rates.ts'
import { lowerFirst } from '../../../units/first-letter.ts'
import { mergeHistograms } from '../sparse-histogram.ts'

/** Percentiles by their names in a result file. */
const percentiles = {
  '50pct': 50,
  '75pct': 75,
  '95pct': 95,
  '99pct': 99,
  '999pct': 99.9,
  '9999pct': 99.99,
} as const

/** A kind of latency: its name in the file, and where its summary and its histograms are. */
interface LatencyKind {
  readonly name: string
  readonly summaryOf: (latency: Result['latency']) => LatencySummary | null
  readonly histogramsOf: (sample: Sample) => readonly (string | null)[]
  /** Microseconds per unit in which the file has this latency. */
  readonly unitUs: number
}

const latencyKinds: readonly LatencyKind[] = [
  {
    name: 'PublishLatency',
    summaryOf: ({ service }) => service,
    histogramsOf: ({ producers }) => producers.map((each) => each.serviceHistogram),
    unitUs: 1_000,
  },
  {
    name: 'PublishDelayLatency',
    summaryOf: ({ scheduleDelay }) => scheduleDelay,
    histogramsOf: ({ producers }) => producers.map((each) => each.scheduleDelayHistogram),
    unitUs: 1,
  },
  {
    name: 'EndToEndLatency',
    summaryOf: ({ endToEnd }) => endToEnd,
    histogramsOf: ({ consumers }) => consumers.map((each) => each.endToEndHistogram),
    unitUs: 1_000,
  },
]

/** Period of the entries if the run has no steady windows. It is the default of the benchmark. */
const defaultPeriodMs = 10_000

/** Writes the result file. It has no entries if nothing was measured. */
export function openMessagingJson(record: MeasuredRecord, samples: readonly Sample[]): string {
  const { periodMs, periods } = cutPeriods(record, samples)
  const measured = periods.flat()
  const acked = sumProducers(measured, (producer) => producer.ackedRecords)
  const payloadBytes = sumProducers(measured, (producer) => producer.ackedPayloadBytes)
  const value = {
    workload: record.scenario.name,
    driver: record.target.label,
    messageSize: acked === 0 ? 0 : payloadBytes / acked,
    ...clientsOf(record),
    sampleRateMillis: periodMs,
    publishRate: periods.map((period) =>
      perSecond(
        sumProducers(period, (producer) => producer.ackedRecords),
        period,
      ),
    ),
    publishErrorRate: periods.map((period) => perSecond(sumProducers(period, failedRecords), period)),
    consumeRate: periods.map((period) =>
      perSecond(
        sumConsumers(period, (group) => group.records),
        period,
      ),
    ),
    backlog: periods.map(backlogOf),
    ...Object.assign({}, ...latencyKinds.map((kind) => seriesOf(kind, periods))),
    ...Object.assign({}, ...latencyKinds.map((kind) => aggregatesOf(kind, record.result))),
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

function clientsOf({ plan }: MeasuredRecord) {
  const topics = Math.max(1, plan.topics.length)
  const members = plan.consumerGroups.reduce((sum, group) => sum + group.members, 0)
  return {
    topics: plan.topics.length,
    partitions: Math.max(0, ...plan.topics.map((topic) => topic.partitions)),
    producersPerTopic: Math.round(plan.producers.length / topics),
    consumersPerTopic: Math.round(members / topics),
  }
}

type Producer = Sample['producers'][number]

function failedRecords({ rejectedRecords, unknownRecords }: Producer): number {
  return rejectedRecords + unknownRecords
}

/** Divides the samples into the steady windows or, if there are none, into periods of the whole load. */
function cutPeriods({ plan, result }: MeasuredRecord, samples: readonly Sample[]) {
  const steady = result?.steady == null ? null : result.steadyWindow
  const periodMs = steady === null ? defaultPeriodMs : plan.quotaWindowMs
  const seconds = Math.max(1, Math.round(periodMs / 1_000))
  const [from, to] = steady === null ? [0, plan.durationMs / 1_000] : [steady.fromSecond, steady.toSecond]
  const periods = new Map<number, Sample[]>()
  for (const sample of samples) {
    if (sample.second < from || sample.second >= to) continue
    const index = Math.floor((sample.second - from) / seconds)
    periods.set(index, [...(periods.get(index) ?? []), sample])
  }
  return { periodMs, periods: [...periods].sort(([one], [other]) => one - other).map(([, period]) => period) }
}

/** Returns the lag of all groups in records at the end of the period; null if no client reported a lag. */
function backlogOf(period: readonly Sample[]): number | null {
  const lags = (period.at(-1)?.consumers ?? []).flatMap(({ lagRecords }) => lagRecords ?? [])
  return lags.length === 0 ? null : lags.reduce((sum, lag) => sum + lag, 0)
}

/** Builds the fields `publishLatencyAvg`, `publishLatency50pct` and so on, which have a value per period. */
function seriesOf({ name, histogramsOf, unitUs }: LatencyKind, periods: readonly (readonly Sample[])[]) {
  const merged = periods.map((period) => mergeHistograms(period.flatMap(histogramsOf), Object.values(percentiles)))
  if (merged.every((each) => each === null)) return {}
  const inUnit = (valueUs: number | undefined) => (valueUs === undefined ? null : valueUs / unitUs)
  const prefix = lowerFirst(name)
  return {
    [`${prefix}Avg`]: merged.map((each) => inUnit(each?.meanUs)),
    ...Object.fromEntries(
      Object.keys(percentiles).map((key, at) => [`${prefix}${key}`, merged.map((each) => inUnit(each?.valuesUs[at]))]),
    ),
    [`${prefix}Max`]: merged.map((each) => inUnit(each?.maxUs)),
  }
}

/** Builds the fields `aggregatedPublishLatencyAvg` and so on, and the whole distribution by percentile. */
function aggregatesOf({ name, summaryOf, unitUs }: LatencyKind, result: Result | null) {
  const summary = result === null ? null : summaryOf(result.latency)
  const merged = mergeHistograms([summary?.histogram ?? null], Object.values(percentiles))
  if (summary === null || merged === null) return {}
  const prefix = `aggregated${name}`
  const points = decodePercentileCurve(summary.histogram)
  return {
    [`${prefix}Avg`]: merged.meanUs / unitUs,
    ...Object.fromEntries(
      Object.keys(percentiles).map((key, at) => [`${prefix}${key}`, (merged.valuesUs[at] ?? 0) / unitUs]),
    ),
    [`${prefix}Max`]: merged.maxUs / unitUs,
    [`${prefix}Quantiles`]: Object.fromEntries(
      points.map(({ percentile, valueUs }) => [String(percentile), valueUs / unitUs]),
    ),
  }
}
