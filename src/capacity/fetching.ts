/**
 * How many fetch requests consumers send.
 */
import type { ConsumerLoad, Situation } from './situation.ts'
import { loggedBytesPerSec } from './topic-traffic.ts'
import type { TransactionLoad } from './transactions.ts'

/** Records and markers of transactions that arrive at a topic entry. */
export type Arrivals = Pick<TransactionLoad, 'markersPerSec' | 'markerRequestsPerSec'> & {
  readonly wireBytesPerSec: number
  readonly batchesPerSec: number
  readonly produceRequestsPerSec: number
}

/**
 * Fetch requests/s of all groups of an entry: pairs of member and broker / (round trip + wait).
 *
 * A member has one fetch in flight at each broker that leads partitions assigned to it. The broker responds as soon as
 * `fetchMinBytes` are available, at the latest after `fetchMaxWaitMs`, and the next fetch follows a round trip later.
 */
export function fetchRequestsPerSec(load: ConsumerLoad, arrivals: Arrivals, situation: Situation): number {
  const { group, topic } = load
  const members = Math.min(group.members, topic.partitions)
  const pairs = members * Math.min(topic.leaderBrokers, topic.partitions / members)
  const roundTripSec = situation.roundTripMs / 1000
  const maxWaitSec = group.fetchMaxWaitMs / 1000
  // A marker is a batch, too, so a waiting fetch ends with it.
  const batchesPerSec = arrivals.batchesPerSec + arrivals.markersPerSec
  const writesPerSec = arrivals.produceRequestsPerSec + arrivals.markerRequestsPerSec
  const eventsPerSec = Math.min(batchesPerSec / pairs, writesPerSec / topic.leaderBrokers)
  const gatherSec = group.fetchMinBytes / (loggedBytesPerSec(arrivals) / pairs) - roundTripSec
  const waitSec = eventsPerSec > 0 ? Math.min(maxWaitSec, Math.max(1 / eventsPerSec, gatherSec)) : maxWaitSec
  return (group.count * pairs) / (roundTripSec + waitSec)
}
