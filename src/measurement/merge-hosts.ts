/**
 * One second of several hosts as one sample. Pure.
 */
import type { ConsumerSample, Sample } from '../contracts/sample.ts'
import { addConsumers, addGroupParts, addProducers, addWorkers, mergeBy } from './add-samples.ts'
import { mergedTime } from './merged-time.ts'

/** A sample and the host that it came from. */
export interface HostSample {
  readonly host: string
  readonly sample: Sample
}

/** The second that is made of them. */
export interface MergedSecond {
  readonly second: number
  /** End of the sample before; the agreed start before the first. */
  readonly previousEndMs: number
  /** How many hosts read a group side by side; of groups that are not in it one does. */
  readonly readers: ReadonlyMap<string, number>
}

/**
 * The samples of a second, and what came late for seconds before it. Counters add up, histograms are merged; workers carry
 * the name of their host. The time is in the controller's clock; the CPU is that of the busiest host, all of them stand in
 * `hosts`. Of a group that several hosts read the lag is known when all of them have told theirs.
 *
 * @returns null where there is nothing to merge
 */
export function mergeHosts(
  parts: readonly HostSample[],
  { second, previousEndMs, readers }: MergedSecond,
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
    consumers: mergeGroups(ordered, readers),
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

/** What a host told twice of a group is added up in time, and then what hosts told side by side. */
function mergeGroups(parts: readonly HostSample[], readers: ReadonlyMap<string, number>): ConsumerSample[] {
  const told = parts.flatMap(({ host, sample }) => sample.consumers.map((group) => ({ host, group })))
  const byHost = mergeBy(
    told,
    ({ host, group }) => JSON.stringify([host, group.groupId]),
    (earlier, later) => ({ host: later.host, group: addConsumers(earlier.group, later.group) }),
  )
  const byGroup = new Map<string, ConsumerSample[]>()
  for (const { group } of byHost) byGroup.set(group.groupId, [...(byGroup.get(group.groupId) ?? []), group])
  return [...byGroup].map(([groupId, own]) => addGroupParts(own, readers.get(groupId) ?? 1))
}

/** Of what one host alone sees (the one that makes the topics), the latest. */
function lastOf<T>(parts: readonly HostSample[], read: (part: HostSample) => T | undefined): T | undefined {
  return parts.map(read).findLast((value) => value !== undefined)
}
