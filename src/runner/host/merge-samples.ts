/**
 * Reports of all workers as one sample a second. Pure.
 */
import type { BrokerSample, Sample } from '../../contracts/sample.ts'
import { addConsumers, addProducers, addWorkers, mergeBy } from '../../measurement/add-samples.ts'
import { mergedTime } from '../../measurement/merged-time.ts'
import type { WorkerReport } from './worker-messages.ts'

/** What the host itself adds to a second. */
export type HostSecond = {
  readonly second: number
  /** End of the sample before by the agreed clock; of none: the agreed start. */
  readonly previousEndMs: number
  readonly brokers: readonly BrokerSample[]
  readonly hostCpu: number | null
  /** Left out where no embedded broker writes to a disk. */
  readonly hostDisk?: number | null
}

/**
 * One sample of the reports that belong to it.
 *
 * A worker that was held up may have sent two reports by now: they add up, its gauges are those of the later.
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
