/**
 * The resources that brokers used over the load, measured on the broker processes of an embedded cluster or read from a
 * Prometheus endpoint.
 */
import type { BrokerUse, ElementUse } from '../contracts/benchmark.ts'
import type { BrokerCost, PrometheusResult } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import { type BrokerSample, prometheusFigureNames, type Sample } from '../contracts/sample.ts'
import { meanOf } from './batch-means.ts'
import { sortSeconds } from './load-seconds.ts'
import { maxOf } from './max-of.ts'

/** The resources that each broker's process used, in order of broker ids; null if no process was observed. */
export function brokerCostsOver(load: readonly Sample[]): BrokerCost[] | null {
  const ids = [...new Set(load.flatMap(({ brokers }) => brokers.map(({ brokerId }) => brokerId)))]
  if (ids.length === 0) return null
  return ids.sort((left, right) => left - right).map((brokerId) => costOf(brokerId, load))
}

function costOf(brokerId: number, load: readonly Sample[]): BrokerCost {
  const seconds = load.flatMap(({ brokers, durationMs }) => {
    const broker = brokers.find((broker) => broker.brokerId === brokerId)
    return broker === undefined ? [] : [{ broker, durationMs }]
  })
  const valuesOf = (read: (broker: BrokerSample) => number | undefined) =>
    seconds.flatMap(({ broker }) => read(broker) ?? [])
  const rate = (read: (io: NonNullable<BrokerSample['io']>) => number) => {
    const known = seconds.flatMap(({ broker: { io }, durationMs }) =>
      io === undefined ? [] : [{ bytes: read(io), durationMs }],
    )
    const ms = known.reduce((sum, sample) => sum + sample.durationMs, 0)
    return ms === 0 ? null : (known.reduce((sum, sample) => sum + sample.bytes, 0) * 1000) / ms
  }
  return {
    brokerId,
    cpuCoresMean: meanOf(valuesOf(({ cpuCores }) => cpuCores)),
    cpuCoresMax: maxOf(valuesOf(({ cpuCores }) => cpuCores)) ?? 0,
    residentBytesMax: maxOf(valuesOf(({ residentBytes }) => residentBytes)) ?? 0,
    heapUsedBytesMax: maxOf(valuesOf(({ heapUsedBytes }) => heapUsedBytes)),
    heapBytesMax: maxOf(valuesOf(({ heapBytes }) => heapBytes)),
    readBytesPerSec: rate((io) => io.readBytes),
    writtenBytesPerSec: rate((io) => io.writtenBytes),
    diskReadBytesPerSec: rate((io) => io.diskReadBytes),
    diskWrittenBytesPerSec: rate((io) => io.diskWrittenBytes),
  }
}

/** The figures of the plan's Prometheus endpoint; null if it has none. */
export function prometheusOver(plan: RunPlan, load: readonly Sample[]): PrometheusResult | null {
  if (plan.prometheusUrl === undefined) return null
  const readings = load.flatMap(({ prometheus }) => prometheus ?? [])
  const figures: PrometheusResult['figures'] = {}
  for (const name of prometheusFigureNames) {
    const values = readings.flatMap((reading) => reading.figures[name] ?? [])
    const max = maxOf(values)
    if (max !== null) figures[name] = { mean: meanOf(values), max }
  }
  const errors = readings.flatMap(({ error }) => error ?? [])
  return { readings: readings.length, failedReadings: errors.length, lastError: errors.at(-1) ?? null, figures }
}

/**
 * The CPU, disk and network use of each broker over the load after the burn-in, in order of broker ids; empty if
 * unknown.
 *
 * The counters of a broker's process add up the bytes of sockets and files, so network bytes are derived. Bytes
 * appended to the log count as written to disk; the other written bytes were sent. Bytes sent to consumers and
 * followers are read from the log; the other bytes that were read were received. Requests without records are included
 * and small.
 */
export function brokerUses(plan: RunPlan, samples: readonly Sample[]): BrokerUse[] {
  const costs = brokerCostsOver(settledSeconds(plan, samples)) ?? []
  return costs.map(({ cpuCoresMean, readBytesPerSec, writtenBytesPerSec, diskWrittenBytesPerSec }) => {
    const sent = Math.max(0, (writtenBytesPerSec ?? 0) - (diskWrittenBytesPerSec ?? 0))
    const received = Math.max(0, (readBytesPerSec ?? 0) - sent)
    const isKnown = readBytesPerSec !== null && diskWrittenBytesPerSec !== null
    return {
      cpuCores: cpuCoresMean,
      ...(isKnown ? { diskWrittenBytesPerSec, networkBytesPerSec: sent + received } : {}),
    }
  })
}

/** How often the in-sync replicas of a partition shrank over the whole load; null if no broker's log could be read. */
export function isrShrinksOver(plan: RunPlan, samples: readonly Sample[]): number | null {
  const counts = sortSeconds(plan, samples).load.flatMap(({ brokers }) =>
    brokers.flatMap((broker) => broker.isrShrinks ?? []),
  )
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}

/**
 * Utilisation of processor and disk on the machine of an embedded cluster after the burn-in, highest first. The network
 * is left out, because brokers and clients communicate within the machine.
 */
export function machineElements(plan: RunPlan, samples: readonly Sample[]): ElementUse[] {
  const settled = settledSeconds(plan, samples).filter(({ brokers }) => brokers.length > 0)
  const processors = settled.flatMap(({ hostCpu }) => hostCpu ?? [])
  const disks = settled.flatMap(({ hostDisk }) => hostDisk ?? [])
  const elementUse = (element: ElementUse['element'], shares: readonly number[]): ElementUse[] =>
    shares.length === 0 ? [] : [{ element, usedFraction: meanOf(shares) }]
  return fullestFirst([...elementUse('processor', processors), ...elementUse('disk', disks)])
}

/** Sorts resources by utilisation, highest first. */
export function fullestFirst(uses: readonly ElementUse[]): ElementUse[] {
  return [...uses].sort((one, other) => other.usedFraction - one.usedFraction)
}

function settledSeconds(plan: RunPlan, samples: readonly Sample[]): readonly Sample[] {
  const { load } = sortSeconds(plan, samples)
  const settled = load.filter(({ second }) => second >= plan.burnInMs / 1000)
  return settled.length > 0 ? settled : load
}
