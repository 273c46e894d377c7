/**
 * Merges the reports of all workers into one sample per second. Pure.
 */
import type { BrokerSample, Sample } from '../../contracts/sample.ts'
import { addConsumers, addProducers, addWorkers, mergeBy } from '../../measurement/add-samples.ts'
import { mergedTime } from '../../measurement/merged-time.ts'
import type { WorkerReport } from './worker-messages.ts'

/** The parts of a sample that the host adds to its workers' reports. */
export type HostSecond = {
  readonly second: number
  /** End of the previous sample (controller's clock). For the first sample, the agreed start. */
  readonly previousEndMs: number
  readonly brokers: readonly BrokerSample[]
  readonly hostCpu: number | null
  /** Undefined if the host runs no embedded brokers; null if the system does not report the utilisation. */
  readonly hostDisk?: number | null
}

/**
 * Merges reports into one sample.
 *
 * There may be two reports of a worker that was too busy to report in time. Their counters are added; gauges are taken
 * from the later report.
 */
export function mergeReports(host: HostSecond, reports: readonly WorkerReport[]): Sample {
  const ordered = [...reports].sort((left, right) => left.startedAtEpochMs - right.startedAtEpochMs)
  return {
    second: host.second,
    ...mergedTime(ordered, host.previousEndMs),
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
    ...(host.hostDisk == null ? {} : { hostDisk: host.hostDisk }),
  }
}
