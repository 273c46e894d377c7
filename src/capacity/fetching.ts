import type { ConsumerLoad, Situation } from './situation.ts'

/** What arrives at a topic entry in a second. */
export type Arrivals = {
  readonly wireBytesPerSec: number
  readonly batchesPerSec: number
  readonly produceRequestsPerSec: number
}

/**
 * Fetch requests a second of all groups of an entry.
 *
 * A member has one fetch under way at each broker that leads partitions of its own. The broker answers when
 * `fetchMinBytes` are there (at once where they are), at the latest after `fetchMaxWaitMs`; the next fetch follows a
 * round trip later: pairs / (round trip + wait).
 */
export function fetchRequestsPerSec(load: ConsumerLoad, arrivals: Arrivals, situation: Situation): number {
  const { group, topic } = load
  const members = Math.min(group.members, topic.partitions)
  const pairs = members * Math.min(topic.leaderBrokers, topic.partitions / members)
  const roundTripSec = situation.roundTripMs / 1000
  const maxWaitSec = group.fetchMaxWaitMs / 1000
  const eventsPerSec = Math.min(arrivals.batchesPerSec / pairs, arrivals.produceRequestsPerSec / topic.leaderBrokers)
  const gatherSec = group.fetchMinBytes / (arrivals.wireBytesPerSec / pairs) - roundTripSec
  const waitSec = eventsPerSec > 0 ? Math.min(maxWaitSec, Math.max(1 / eventsPerSec, gatherSec)) : maxWaitSec
  return (group.count * pairs) / (roundTripSec + waitSec)
}
