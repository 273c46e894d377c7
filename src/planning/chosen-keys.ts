/**
 * Chooses the keys of a run. Their hashes decide which frequent keys share a partition, so the same distribution can give
 * the hottest partition 40 % of the records or 50 %. Of several sets of keys a run writes one whose hottest partition gets the share
 * that is predicted.
 */
import { harmonic, hottestPartitionShare } from '../capacity/hottest-partition.ts'
import { partitionOfKeyNumber } from '../contracts/murmur2.ts'
import type { Keys } from '../contracts/workload.ts'

/** Keys of this many ranks are placed one by one; those of all others are spread evenly. A rule of thumb. */
const placedRanks = 500
/** Sets of keys that are tried. A rule of thumb. */
const sets = 32
/** Numbers between the first keys of two sets. Any number above `placedRanks` would do. */
const setDistance = 1_000
/** A share as near to the predicted one as this is near enough. */
const nearEnough = 0.005

/** Number of the first key of the set; the others follow it. 1 if the choice matters little. */
export function chooseFirstKey(keys: Keys, partitions: number): number {
  if (keys.kind === 'none' || partitions === 1 || (keys.kind === 'uniform' && keys.distinct > placedRanks)) return 1
  const { share: wanted } = hottestPartitionShare(keys, partitions)
  let best = { first: 1, distance: Number.POSITIVE_INFINITY }
  for (let set = 0; set < sets && best.distance > nearEnough; set += 1) {
    const first = 1 + set * setDistance
    const distance = Math.abs(placedShare(keys, partitions, first) - wanted)
    if (distance < best.distance) best = { first, distance }
  }
  return best.first
}

/** The share of the hottest partition, 0 to 1, if the keys begin with this number. */
export function placedShare(keys: Exclude<Keys, { kind: 'none' }>, partitions: number, first: number): number {
  const exponent = keys.kind === 'zipf' ? keys.exponent : 0
  const total = harmonic(keys.distinct, exponent)
  const weights = new Array<number>(partitions).fill(0)
  let placed = 0
  for (let rank = 1; rank <= Math.min(keys.distinct, placedRanks); rank += 1) {
    const partition = partitionOfKeyNumber(first - 1 + rank, partitions)
    const weight = rank ** -exponent / total
    weights[partition] = (weights[partition] ?? 0) + weight
    placed += weight
  }
  return Math.max(...weights) + Math.max(0, 1 - placed) / partitions
}
