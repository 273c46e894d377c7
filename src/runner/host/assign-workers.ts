/**
 * Assigns the clients of a plan to worker processes, and determines how often consumers poll.
 */
import { cpus } from 'node:os'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { RunShare } from '../../contracts/run-share.ts'
import { producerProcesses } from '../../measurement/compute-client-ceiling.ts'
import type { NumberedProducer, OwnGroup, WorkerRole } from './worker-messages.ts'

/** One worker process and its clients. */
export type WorkerAssignment = {
  /** `producers-1`, `consumers-2`. */
  readonly workerId: string
  readonly role: WorkerRole
  readonly producers: readonly NumberedProducer[]
  readonly groups: readonly OwnGroup[]
}

/** Up to this number of groups, each group has a worker of its own, even on a machine with few cores. */
export const minGroupWorkers = 8

/**
 * Assigns all clients that this host runs. `producerProcesses` determines the number of producer workers from rates and cores.
 * The number of consumer workers is that of the groups, but at most eight or twice the number of cores, whichever is larger.
 * A group is never divided between workers, so that its duplicates are counted exactly. Producers keep their numbers in the
 * whole plan.
 *
 * @param share the part of the plan that this host runs; undefined for the whole plan
 * @throws RangeError if `cores` is less than 1
 */
export function assignWorkers(wholePlan: RunPlan, cores: number, share?: RunShare): WorkerAssignment[] {
  if (!(cores >= 1)) throw new RangeError(`the number of cores must be at least 1, but is ${cores}`)
  const plan = planOfShare(wholePlan, share)
  const numbered = wholePlan.producers.map((producer, index) => ({ index, producer }))
  const producers = numbered.filter(({ producer }) => plan.producers.includes(producer))
  const producerWorkers = producers.length === 0 ? 0 : producerProcesses(plan, cores)
  const groups = groupsOfShare(wholePlan, share)
  const groupWorkers = Math.min(groups.length, Math.max(minGroupWorkers, Math.floor(cores) * 2))
  const producerBins = fillBins(producers, producerWorkers, ({ producer }) => producer.recordsPerSec)
  const weightOf = ({ topic, members, ownMembers }: OwnGroup) =>
    (recordsPerSecOf(wholePlan, topic) * (ownMembers?.length ?? members)) / members
  const groupBins = fillBins(groups, groupWorkers, weightOf)
  return [
    ...producerBins.map((bin, index) => ({
      workerId: `producers-${index + 1}`,
      role: 'producer' as const,
      producers: bin,
      groups: [],
    })),
    ...groupBins.map((bin, index) => ({
      workerId: `consumers-${index + 1}`,
      role: 'consumer' as const,
      producers: [],
      groups: bin,
    })),
  ]
}

/**
 * Returns the part of a plan that a share names, as a plan, possibly without producers. Without a share, the whole
 * plan.
 */
export function planOfShare(plan: RunPlan, share: RunShare | undefined): RunPlan {
  if (share === undefined) return plan
  return {
    ...plan,
    producers: plan.producers.filter(({ id }) => share.producerIds.includes(id)),
    consumerGroups: groupsOfShare(plan, share).map(({ ownMembers, ...group }) => ({
      ...group,
      members: ownMembers?.length ?? group.members,
    })),
  }
}

function groupsOfShare({ consumerGroups }: RunPlan, share: RunShare | undefined): readonly OwnGroup[] {
  if (share === undefined) return consumerGroups
  return consumerGroups.flatMap((group): OwnGroup[] => {
    if (share.groupIds.includes(group.groupId)) return [group]
    const part = share.groupParts?.find(({ groupId }) => groupId === group.groupId)
    return part === undefined ? [] : [{ ...group, ownMembers: part.members }]
  })
}

/** CPU time of one poll that returns few records (measured). */
const smallPollMs = 0.053
/** Maximum share of all cores for polls that return few records. */
const maxPollShare = 0.1

const maxReadPauseMs = 5

/**
 * How long a consumer pauses after a poll that returned few records: 1 to 5 ms, and longer if many members share few
 * cores. Polling adds at most this pause to an end-to-end time.
 */
export function readPauseMs(members: number, cores: number): number {
  const affordablePauseMs = Math.round((members * smallPollMs) / (maxPollShare * cores))
  return Math.min(maxReadPauseMs, Math.max(1, affordablePauseMs))
}

/** Number of the groups' members that run on this host. */
export function countMembers(groups: readonly OwnGroup[]): number {
  return groups.reduce((sum, { members, ownMembers }) => sum + (ownMembers?.length ?? members), 0)
}

/** Number of logical cores of this machine, at least 1. */
export function coreCount(): number {
  return Math.max(1, cpus().length)
}

function recordsPerSecOf(plan: RunPlan, topic: string): number {
  return plan.producers
    .filter((producer) => producer.topic === topic)
    .reduce((sum, producer) => sum + producer.recordsPerSec, 0)
}

/** Distributes items to bins of similar weight: the heaviest item first, each to the bin that is lightest so far. */
function fillBins<T>(items: readonly T[], bins: number, weightOf: (item: T) => number): T[][] {
  const filled = Array.from({ length: bins }, () => ({ weight: 0, items: [] as T[] }))
  const byWeight = [...items].sort((left, right) => weightOf(right) - weightOf(left))
  for (const item of byWeight) {
    const lightest = filled.reduce((best, bin) => (bin.weight < best.weight ? bin : best))
    lightest.items.push(item)
    lightest.weight += weightOf(item)
  }
  return filled.map((bin) => bin.items)
}
