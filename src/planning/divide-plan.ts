/**
 * Divides a plan among agents: each client goes to one agent, and loads are proportional to capacities. Pure.
 */
import type { PlannedConsumerGroup, RunPlan } from '../contracts/run-plan.ts'
import { type GroupPart, partitionsOfMember } from '../contracts/run-share.ts'

/** The part of the plan that one agent runs. */
export interface DividedShare {
  readonly producerIds: readonly string[]
  /** Groups that only this agent reads. */
  readonly groupIds: readonly string[]
  /** Its members of groups that other agents read too. */
  readonly groupParts: readonly GroupPart[]
  /** Its fraction of all records that are sent and read, 0 to 1. */
  readonly loadFraction: number
}

type Client = (
  | { readonly kind: 'producer' | 'group'; readonly id: string }
  | { readonly kind: 'member'; readonly id: string; readonly member: number }
) & {
  /** Records/s that it sends or reads. */
  readonly recordsPerSec: number
}

/**
 * Assigns the clients, heaviest first, each to the agent whose load relative to its capacity is then the lowest.
 * Capacities are in records/s, or in anything proportional. A producer is never divided, because it is one client of
 * the cluster. A group is divided by members, which read different partitions, if the agent with the largest capacity
 * could not read it without being busier than the agents are on average.
 *
 * @throws RangeError if there is no agent, or if a capacity is not positive
 */
export function dividePlan(plan: RunPlan, capacities: readonly number[]): DividedShare[] {
  if (capacities.length === 0 || !capacities.every((capacity) => capacity > 0)) {
    throw new RangeError('expected at least one agent, each with a capacity above 0')
  }
  const clients = clientsOf(plan, capacities)
  const shares = capacities.map((capacity) => ({ capacity, recordsPerSec: 0, clients: [] as Client[] }))
  for (const client of clients) {
    const loadWith = (share: (typeof shares)[number]) => (share.recordsPerSec + client.recordsPerSec) / share.capacity
    const chosen = shares.reduce((best, share) => (loadWith(share) < loadWith(best) ? share : best))
    chosen.clients.push(client)
    chosen.recordsPerSec += client.recordsPerSec
  }
  const total = clients.reduce((sum, client) => sum + client.recordsPerSec, 0)
  return shares.map(({ clients: hostClients, recordsPerSec }) => ({
    producerIds: hostClients.flatMap(({ kind, id }) => (kind === 'producer' ? [id] : [])),
    groupIds: hostClients.flatMap(({ kind, id }) => (kind === 'group' ? [id] : [])),
    groupParts: partsOf(hostClients),
    loadFraction: total === 0 ? 0 : Math.min(1, recordsPerSec / total),
  }))
}

/** The clients by load, largest first. Ties keep the order of the plan, so a plan is always divided in the same way. */
function clientsOf(plan: RunPlan, capacities: readonly number[]): Client[] {
  const written = new Map<string, number>()
  for (const { topic, recordsPerSec } of plan.producers) written.set(topic, (written.get(topic) ?? 0) + recordsPerSec)
  const readBy = ({ topic }: PlannedConsumerGroup) => written.get(topic) ?? 0
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
  const total = sum([...written.values(), ...plan.consumerGroups.map(readBy)])
  const largestShare = (Math.max(...capacities) / sum(capacities)) * total
  const clients: Client[] = [
    ...plan.consumerGroups.flatMap((group) => {
      const recordsPerSec = readBy(group)
      const isDivided = recordsPerSec > largestShare * (1 + 1e-9) && group.members > 1
      if (!isDivided) return [{ kind: 'group' as const, id: group.groupId, recordsPerSec }]
      return membersOf(group, plan, recordsPerSec)
    }),
    ...plan.producers.map(({ id, recordsPerSec }) => ({ kind: 'producer' as const, id, recordsPerSec })),
  ]
  return clients.sort((left, right) => right.recordsPerSec - left.recordsPerSec)
}

/** The members that have partitions to read. All partitions are assumed to be written to evenly. */
function membersOf({ groupId, topic, members }: PlannedConsumerGroup, plan: RunPlan, recordsPerSec: number): Client[] {
  const partitions = plan.topics.find(({ name }) => name === topic)?.partitions ?? members
  return Array.from({ length: Math.min(members, partitions) }, (_, member) => ({
    kind: 'member' as const,
    id: groupId,
    member,
    recordsPerSec: (recordsPerSec * partitionsOfMember(partitions, members, member).length) / partitions,
  }))
}

function partsOf(clients: readonly Client[]): GroupPart[] {
  const parts = new Map<string, number[]>()
  for (const client of clients) {
    if (client.kind === 'member') parts.set(client.id, [...(parts.get(client.id) ?? []), client.member])
  }
  return [...parts].map(([groupId, members]) => ({ groupId, members: members.sort((left, right) => left - right) }))
}
