/**
 * Merges the samples of several hosts into one sample per second. Pure.
 */
import type { ConsumerSample, Sample } from '../contracts/sample.ts'
import { addConsumers, addGroupParts, addProducers, addWorkers, mergeBy } from './add-samples.ts'
import { mergedTime } from './merged-time.ts'

/** A sample and its host. */
export interface HostSample {
  readonly host: string
  readonly sample: Sample
}

/** The second to merge, and its context. */
export interface MergedSecond {
  readonly second: number
  /** End of the previous sample; for the first one, the agreed start. */
  readonly previousEndMs: number
  /** Number of hosts that read each divided group. A group that is not listed is read by one host. */
  readonly hostsByGroup: ReadonlyMap<string, number>
}

/**
 * Merges the samples of one second, and late samples of earlier seconds. Counters are added, histograms are merged, and
 * worker ids get their host's name as prefix. Times are in the controller's clock. `hostCpu` is the CPU of the busiest
 * host; `hosts` lists all. If several hosts read a group, its lag is known only if all of them have reported one.
 *
 * @returns null if there are no samples
 */
export function mergeHosts(
  parts: readonly HostSample[],
  { second, previousEndMs, hostsByGroup }: MergedSecond,
): Sample | null {
  if (parts.length === 0) return null
  const ordered = [...parts].sort((left, right) => left.sample.startedAtEpochMs - right.sample.startedAtEpochMs)
  const all = <T>(read: (sample: Sample) => readonly T[]) => ordered.flatMap(({ sample }) => read(sample))
  const workers = ordered.flatMap(({ host, sample }) =>
    sample.workers.map((worker) => ({ ...worker, workerId: `${host}/${worker.workerId}` })),
  )
  const hosts = ordered.flatMap(({ host, sample }) => (sample.hostCpu === null ? [] : [{ host, cpu: sample.hostCpu }]))
  const partitionState = lastOf(ordered, ({ sample }) => sample.partitionState)
  const connections = lastOf(ordered, ({ sample }) => sample.connections)
  const prometheus = lastOf(ordered, ({ sample }) => sample.prometheus)
  return {
    second,
    ...mergedTime(
      ordered.map(({ sample }) => sample),
      previousEndMs,
    ),
    producers: mergeBy(
      all((sample) => sample.producers),
      ({ producerId }) => producerId,
      addProducers,
    ),
    consumers: mergeGroups(ordered, hostsByGroup),
    workers: mergeBy(workers, ({ workerId }) => workerId, addWorkers),
    brokers: all((sample) => sample.brokers),
    hostCpu: hosts.length === 0 ? null : Math.max(...hosts.map(({ cpu }) => cpu)),
    hosts: mergeBy(
      hosts,
      ({ host }) => host,
      (earlier, later) => ({ ...later, cpu: Math.max(earlier.cpu, later.cpu) }),
    ),
    ...(partitionState === undefined ? {} : { partitionState }),
    ...(connections === undefined ? {} : { connections }),
    ...(prometheus === undefined ? {} : { prometheus }),
  }
}

/** Adds up each host's samples of a group over time, and then the groups' samples over hosts. */
function mergeGroups(parts: readonly HostSample[], hostsByGroup: ReadonlyMap<string, number>): ConsumerSample[] {
  const reports = parts.flatMap(({ host, sample }) => sample.consumers.map((group) => ({ host, group })))
  const byHost = mergeBy(
    reports,
    ({ host, group }) => JSON.stringify([host, group.groupId]),
    (earlier, later) => ({ host: later.host, group: addConsumers(earlier.group, later.group) }),
  )
  const byGroup = new Map<string, ConsumerSample[]>()
  for (const { group } of byHost) byGroup.set(group.groupId, [...(byGroup.get(group.groupId) ?? []), group])
  return [...byGroup].map(([groupId, parts]) => addGroupParts(parts, hostsByGroup.get(groupId) ?? 1))
}

/** The latest value of something that only one host measures, namely the host that creates the topics. */
function lastOf<T>(parts: readonly HostSample[], read: (part: HostSample) => T | undefined): T | undefined {
  return parts.map(read).findLast((value) => value !== undefined)
}
