/**
 * A plan divided among agents: each client to one of them, the load after what each can do. Pure.
 */
import type { RunPlan } from '../contracts/run-plan.ts'

/** What one agent does of a plan. */
export interface DividedShare {
  readonly producerIds: readonly string[]
  readonly groupIds: readonly string[]
  /** Its part of all records that are sent and read, 0 to 1. */
  readonly loadFraction: number
}

interface Client {
  readonly kind: 'producerIds' | 'groupIds'
  readonly id: string
  /** Records a second that it sends or reads. */
  readonly recordsPerSec: number
}

/**
 * The heaviest client first, each to the agent that would then be the least loaded for its capacity (records a second, or
 * anything that is proportional to it). Clients stay whole: a producer is one client of the cluster, and a group's counts
 * are exact in one place only.
 *
 * @throws RangeError where there is no agent, or a capacity is not positive
 */
export function dividePlan(plan: RunPlan, capacities: readonly number[]): DividedShare[] {
  if (capacities.length === 0 || !capacities.every((capacity) => capacity > 0)) {
    throw new RangeError('a plan is divided among agents that can do something')
  }
  const shares = capacities.map((capacity) => ({
    capacity,
    recordsPerSec: 0,
    producerIds: [] as string[],
    groupIds: [] as string[],
  }))
  const clients = clientsOf(plan)
  for (const client of clients) {
    const loadWith = (share: (typeof shares)[number]) => (share.recordsPerSec + client.recordsPerSec) / share.capacity
    const chosen = shares.reduce((best, share) => (loadWith(share) < loadWith(best) ? share : best))
    chosen[client.kind].push(client.id)
    chosen.recordsPerSec += client.recordsPerSec
  }
  const total = clients.reduce((sum, client) => sum + client.recordsPerSec, 0)
  return shares.map(({ producerIds, groupIds, recordsPerSec }) => ({
    producerIds,
    groupIds,
    loadFraction: total === 0 ? 0 : Math.min(1, recordsPerSec / total),
  }))
}

/** Heaviest first; those of a weight in the order of the plan, so that the same plan is divided alike every time. */
function clientsOf(plan: RunPlan): Client[] {
  const writtenTo = (topic: string) =>
    plan.producers
      .filter((producer) => producer.topic === topic)
      .reduce((sum, producer) => sum + producer.recordsPerSec, 0)
  const clients: Client[] = [
    ...plan.consumerGroups.map((group) => ({
      kind: 'groupIds' as const,
      id: group.groupId,
      recordsPerSec: writtenTo(group.topic),
    })),
    ...plan.producers.map(({ id, recordsPerSec }) => ({ kind: 'producerIds' as const, id, recordsPerSec })),
  ]
  return clients.sort((left, right) => right.recordsPerSec - left.recordsPerSec)
}
