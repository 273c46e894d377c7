import { keysInUse } from './client-keys.ts'
import { mostFrequentKeyShare } from './hottest-partition.ts'
import type { Situation } from './situation.ts'

/** The share of a topic's records that has its most frequent key; 0 if records have no keys. */
export function keyShareOf({ producers }: Situation, topic: string): number {
  const shares = producers
    .filter((load) => load.topic.topic.name === topic)
    .map((load) => mostFrequentKeyShare(keysInUse(load.producer)))
  return Math.max(0, ...shares)
}
