/**
 * Writes a run as the result file of the OpenMessaging Benchmark, for its chart scripts and for `headroom import`.
 *
 * Like that tool it covers the time after the warm-up: the steady quota windows, with one entry per window
 * (`sampleRateMillis`, as in Redpanda's fork), or periods of 10 s if the run has no steady windows. What was not
 * recorded is null or left out. Publish latency counts from the actual send. End-to-end latency counts from the
 * intended send, which that tool does not know.
 */
import type { LatencySummary, Result } from '../../../contracts/result.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Sample } from '../../../contracts/sample.ts'
import { decodePercentileCurve } from '../../../measurement/histogram.ts'
import { perSecond, sumConsumers, sumProducers } from '../../../measurement/rates.ts'
import { readSeconds } from '../sparse-histogram.ts'

/** Names of the percentiles in a result file. */
const percentiles = {
  '50pct': 50,
  '75pct': 75,
  '95pct': 95,
  '99pct': 99,
  '999pct': 99.9,
  '9999pct': 99.99,
} as const

interface LatencyKind {
  readonly name: string
  readonly of: (latency: Result['latency']) => LatencySummary | null
  readonly encoded: (sample: Sample) => readonly (string | null)[]
  /** Microseconds in a unit of the file. */
  readonly unitUs: number
}

const latencyKinds: readonly LatencyKind[] = [
  {
    name: 'PublishLatency',
    of: ({ service }) => service,
    encoded: ({ producers }) => producers.map((each) => each.serviceHistogram),
    unitUs: 1_000,
  },
  {
    name: 'PublishDelayLatency',
    of: ({ scheduleDelay }) => scheduleDelay,
    encoded: ({ producers }) => producers.map((each) => each.scheduleDelayHistogram),
    unitUs: 1,
  },
  {
    name: 'EndToEndLatency',
    of: ({ endToEnd }) => endToEnd,
    encoded: ({ consumers }) => consumers.map((each) => each.endToEndHistogram),
    unitUs: 1_000,
  },
]

const usualPeriodMs = 10_000

/** The result file. It has no entries if nothing was measured. */
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
    publishRate: periods.map((own) =>
      perSecond(
        sumProducers(own, (producer) => producer.ackedRecords),
        own,
      ),
    ),
    publishErrorRate: periods.map((own) => perSecond(sumProducers(own, failedRecords), own)),
    consumeRate: periods.map((own) =>
      perSecond(
        sumConsumers(own, (group) => group.records),
        own,
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

/** The steady windows, or whole periods of the load if there are none. */
function cutPeriods({ plan, result }: MeasuredRecord, samples: readonly Sample[]) {
  const steady = result?.steady == null ? null : result.steadyWindow
  const periodMs = steady === null ? usualPeriodMs : plan.quotaWindowMs
  const seconds = Math.max(1, Math.round(periodMs / 1_000))
  const [from, to] = steady === null ? [0, plan.durationMs / 1_000] : [steady.fromSecond, steady.toSecond]
  const periods = new Map<number, Sample[]>()
  for (const sample of samples) {
    if (sample.second < from || sample.second >= to) continue
    const index = Math.floor((sample.second - from) / seconds)
    periods.set(index, [...(periods.get(index) ?? []), sample])
  }
  return { periodMs, periods: [...periods].sort(([one], [other]) => one - other).map(([, own]) => own) }
}

/** Lag of all groups at the end of the period; null if no client reported one. */
function backlogOf(period: readonly Sample[]): number | null {
  const lags = (period.at(-1)?.consumers ?? []).flatMap(({ lagRecords }) => lagRecords ?? [])
  return lags.length === 0 ? null : lags.reduce((sum, lag) => sum + lag, 0)
}

/** `publishLatencyAvg: […]` and so on, merged within each period. */
function seriesOf({ name, encoded, unitUs }: LatencyKind, periods: readonly (readonly Sample[])[]) {
  const read = periods.map((own) => readSeconds(own.flatMap(encoded), Object.values(percentiles)))
  if (read.every((each) => each === null)) return {}
  const inUnit = (valueUs: number | undefined) => (valueUs === undefined ? null : valueUs / unitUs)
  const prefix = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
  return {
    [`${prefix}Avg`]: read.map((each) => inUnit(each?.meanUs)),
    ...Object.fromEntries(
      Object.keys(percentiles).map((key, at) => [`${prefix}${key}`, read.map((each) => inUnit(each?.valuesUs[at]))]),
    ),
    [`${prefix}Max`]: read.map((each) => inUnit(each?.maxUs)),
  }
}

/** `aggregatedPublishLatencyAvg` and so on, and the whole distribution by percentile. */
function aggregatesOf({ name, of, unitUs }: LatencyKind, result: Result | null) {
  const summary = result === null ? null : of(result.latency)
  const read = readSeconds([summary?.histogram ?? null], Object.values(percentiles))
  if (summary === null || read === null) return {}
  const prefix = `aggregated${name}`
  const points = decodePercentileCurve(summary.histogram)
  return {
    [`${prefix}Avg`]: read.meanUs / unitUs,
    ...Object.fromEntries(
      Object.keys(percentiles).map((key, at) => [`${prefix}${key}`, (read.valuesUs[at] ?? 0) / unitUs]),
    ),
    [`${prefix}Max`]: read.maxUs / unitUs,
    [`${prefix}Quantiles`]: Object.fromEntries(
      points.map(({ percentile, valueUs }) => [String(percentile), valueUs / unitUs]),
    ),
  }
}
