import { formatInUnit } from '../../units/in-unit.ts'
import { distinctOf } from '../client-keys.ts'
import { type ConstraintModel, constraintOf } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

/** Open connections, or connected clients if the source counts those. */
export function connectionsConstraint(situation: Situation): ConstraintModel[] {
  const limit = situation.publishedLimits.get('connections')
  if (limit === undefined) return []
  const counts = limit.counts === 'clients' ? 'clients' : 'tcp-connections'
  const given = situation.workload.connections.total
  const total = given ?? (counts === 'clients' ? connectedClients(situation) : tcpConnections(situation))
  return [
    constraintOf(limit, situation, {
      id: 'connections',
      layer: 'cluster',
      mayBurst: false,
      demandAt: () => total,
      demandText: (demand) => `${formatInUnit(demand, 'connections')}, ${howCounted(given, counts)}`,
    }),
  ]
}

function howCounted(given: number | undefined, counts: 'clients' | 'tcp-connections'): string {
  if (given !== undefined) return 'as given'
  return counts === 'clients' ? 'one per client' : 'one per client and broker that it uses'
}

/** Producer clients and members of all groups. */
function connectedClients(situation: Situation): number {
  const producers = situation.producers.reduce((sum, load) => sum + load.clients, 0)
  return situation.consumers.reduce((sum, load) => sum + load.group.count * load.group.members, producers)
}

/**
 * One connection per client and broker that leads partitions of it; a consumer has one more to its group coordinator.
 */
function tcpConnections(situation: Situation): number {
  const { deployedBrokers } = situation
  let total = 0
  for (const { clients, topic, producer } of situation.producers) {
    const leaders = Math.min(deployedBrokers, topic.partitions)
    const { keys, keysPerClient } = producer
    total += clients * (keys.kind === 'none' ? leaders : brokersOfKeys(keysPerClient ?? keys.distinct, leaders))
  }
  for (const { group, topic } of situation.consumers) {
    const partitionsEach = Math.ceil(topic.partitions / group.members)
    total += group.count * group.members * (Math.min(deployedBrokers, topic.partitions, partitionsEach) + 1)
  }
  // The assumed number of a service's hidden brokers is a mean, but connections are whole.
  return Math.ceil(total - roundingSlack)
}

const roundingSlack = 1e-6

/**
 * Brokers that a client with few keys is connected to, as a mean over the hashes of the keys: the leaders of their
 * partitions, and the broker that it bootstraps from. With enough keys these are all leaders.
 */
function brokersOfKeys(keys: number, leaders: number): number {
  return Math.min(leaders, distinctOf(leaders, keys) + 1)
}
