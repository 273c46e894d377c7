/**
 * Which keys the clients of a producer entry write, and how many partitions and brokers one client therefore writes to.
 */
import type { Keys, Producer } from '../contracts/workload.ts'
import { hottestPartitionShare } from './hottest-partition.ts'

/** Partitions and brokers that one client of a producer entry writes to, as a mean over the hashes of its keys. */
export type ClientReach = {
  /** Not a whole number if the client has a few keys of its own. */
  readonly partitions: number
  /** Brokers that lead these partitions. */
  readonly leaderBrokers: number
  /** Share of the client's records that go to the hottest of them, 0 to 1. */
  readonly hottestShare: number
}

/** Keys derived from those of a scenario, by their number: known shares of partitions are kept by this object. */
const derivedKeys = new WeakMap<Keys, Map<number, Keys>>()

/** The keys that all clients of a producer entry write together: with `keysPerClient`, the own ones of each client. */
export function keysInUse({ keys, keysPerClient, clients }: Producer): Keys {
  return keysPerClient === undefined ? keys : someOf(keys, clients * keysPerClient)
}

/** What one client of a producer entry reaches. @param topic figures of all clients together, for which no keys are looked up */
export function reachOfClient({ keys, keysPerClient }: Producer, topic: ClientReach): ClientReach {
  if (keys.kind === 'none' || keysPerClient === undefined) return topic
  return {
    partitions: distinctOf(topic.partitions, keysPerClient),
    leaderBrokers: distinctOf(topic.leaderBrokers, keysPerClient),
    hottestShare: hottestPartitionShare(someOf(keys, keysPerClient), topic.partitions).share,
  }
}

/** Expected number of distinct items if this many are drawn at random from `all`; 1 for one draw. */
export function distinctOf(all: number, draws: number): number {
  return all <= 1 || draws <= 1 ? 1 : all * -Math.expm1(draws * Math.log1p(-1 / all))
}

function someOf(keys: Keys, distinct: number): Keys {
  if (keys.kind === 'none' || keys.distinct === distinct) return keys
  const derived = derivedKeys.get(keys) ?? new Map<number, Keys>()
  derivedKeys.set(keys, derived)
  const known = derived.get(distinct)
  if (known !== undefined) return known
  const some = { ...keys, distinct }
  derived.set(distinct, some)
  return some
}
