/**
 * Reports of all workers as one sample a second. Pure.
 */
import type { BrokerSample, Sample } from '../../contracts/sample.ts'
import { addConsumers, addProducers, addWorkers, mergeBy } from '../../measurement/add-samples.ts'
import type { WorkerReport } from './worker-messages.ts'

/** What the host itself adds to a second. */
export type HostSecond = {
  readonly second: number
  /** Start of the second by the agreed clock. */
  readonly startedAtEpochMs: number
  readonly brokers: readonly BrokerSample[]
  readonly hostCpu: number | null
}

/**
 * One sample of the reports that belong to it.
 *
 * A worker that was held up may have sent two reports by now: they add up, its gauges are those of the later. The
 * sample's time is that of the report that began last: a straggler that covers more must not stretch everybody's second.
 */
export function mergeReports(host: HostSecond, reports: readonly WorkerReport[]): Sample {
  const ordered = [...reports].sort((left, right) => left.startedAtEpochMs - right.startedAtEpochMs)
  const last = ordered.at(-1)
  return {
    second: host.second,
    startedAtEpochMs: last?.startedAtEpochMs ?? host.startedAtEpochMs,
    durationMs: last?.durationMs ?? 1000,
    producers: mergeBy(
      ordered.flatMap((report) => report.producers),
      (entry) => entry.producerId,
      addProducers,
    ),
    consumers: mergeBy(
      ordered.flatMap((report) => report.consumers),
      (entry) => entry.groupId,
      addConsumers,
    ),
    workers: mergeBy(
      ordered.map((report) => report.worker),
      (entry) => entry.workerId,
      addWorkers,
    ),
    brokers: [...host.brokers],
    hostCpu: host.hostCpu,
  }
}
