/**
 * What brokers cost over the load: processes of an embedded cluster, and what a Prometheus endpoint told.
 */
import type { BrokerCost, PrometheusResult } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import { type BrokerSample, prometheusFigureNames, type Sample } from '../contracts/sample.ts'
import { meanOf } from './batch-means.ts'
import { sortSeconds } from './load-seconds.ts'

/** Each broker's process, in the order of their ids; null where none was seen. */
export function brokerCostsOver(load: readonly Sample[]): BrokerCost[] | null {
  const ids = [...new Set(load.flatMap(({ brokers }) => brokers.map(({ brokerId }) => brokerId)))]
  if (ids.length === 0) return null
  return ids.sort((left, right) => left - right).map((brokerId) => costOf(brokerId, load))
}

function costOf(brokerId: number, load: readonly Sample[]): BrokerCost {
  const seconds = load.flatMap(({ brokers, durationMs }) => {
    const own = brokers.find((broker) => broker.brokerId === brokerId)
    return own === undefined ? [] : [{ own, durationMs }]
  })
  const all = (read: (own: BrokerSample) => number | undefined) => seconds.flatMap(({ own }) => read(own) ?? [])
  const rate = (read: (io: NonNullable<BrokerSample['io']>) => number) => {
    const known = seconds.flatMap(({ own: { io }, durationMs }) =>
      io === undefined ? [] : [{ bytes: read(io), durationMs }],
    )
    const ms = known.reduce((sum, each) => sum + each.durationMs, 0)
    return ms === 0 ? null : (known.reduce((sum, each) => sum + each.bytes, 0) * 1000) / ms
  }
  return {
    brokerId,
    cpuCoresMean: meanOf(all(({ cpuCores }) => cpuCores)),
    cpuCoresMax: Math.max(...all(({ cpuCores }) => cpuCores)),
    residentBytesMax: Math.max(...all(({ residentBytes }) => residentBytes)),
    heapUsedBytesMax: largestOf(all(({ heapUsedBytes }) => heapUsedBytes)),
    heapBytesMax: largestOf(all(({ heapBytes }) => heapBytes)),
    readBytesPerSec: rate((io) => io.readBytes),
    writtenBytesPerSec: rate((io) => io.writtenBytes),
    diskReadBytesPerSec: rate((io) => io.diskReadBytes),
    diskWrittenBytesPerSec: rate((io) => io.diskWrittenBytes),
  }
}

function largestOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values)
}

/** What the plan's endpoint told; null where it names none. */
export function prometheusOver(plan: RunPlan, load: readonly Sample[]): PrometheusResult | null {
  if (plan.prometheusUrl === undefined) return null
  const readings = load.flatMap(({ prometheus }) => prometheus ?? [])
  const figures: PrometheusResult['figures'] = {}
  for (const name of prometheusFigureNames) {
    const values = readings.flatMap((reading) => reading.figures[name] ?? [])
    if (values.length > 0) figures[name] = { mean: meanOf(values), max: Math.max(...values) }
  }
  const errors = readings.flatMap(({ error }) => error ?? [])
  return { readings: readings.length, failedReadings: errors.length, lastError: errors.at(-1) ?? null, figures }
}

/** Mean processors of each broker over the load after the burn-in, in the order of their numbers; none where unknown. */
export function brokerCpuCores(plan: RunPlan, samples: readonly Sample[]): number[] {
  const { load } = sortSeconds(plan, samples)
  const settled = load.filter(({ second }) => second >= plan.burnInMs / 1000)
  const seen = new Map<number, number[]>()
  for (const { brokerId, cpuCores } of (settled.length > 0 ? settled : load).flatMap((sample) => sample.brokers)) {
    seen.set(brokerId, [...(seen.get(brokerId) ?? []), cpuCores])
  }
  return [...seen].sort(([one], [other]) => one - other).map(([, values]) => meanOf(values))
}
