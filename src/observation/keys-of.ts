/**
 * The keys of an observed topic: a distribution that puts the observed share of records into the hottest partition.
 */
import { hottestPartitionShare } from '../capacity/hottest-partition.ts'
import type { Keys, Producer } from '../contracts/workload.ts'
import type { FoldedTopic } from './fold-topics.ts'
import { derived, type SourcedFields } from './sourced.ts'

/** A scenario takes no more keys. */
const mostKeys = 10_000_000

/** Keys where their number is not known. */
const usualKeys = 10_000

/** A share this much above the even one may still be chance. */
const evenTolerance = 1.02

/** The keys; nothing if neither keys nor shares of partitions are known. */
export function keysOf({ figures }: FoldedTopic): { keys?: SourcedFields<Pick<Producer, 'keys'>>['keys'] } {
  const { hottestPartitionShare: hottest, keyedShare, distinctKeys, partitions } = figures
  const distinct = Math.max(1, Math.min(mostKeys, Math.round(distinctKeys?.value ?? usualKeys)))
  if (hottest !== undefined && partitions !== undefined && partitions.value > 1) {
    const mostEven = Math.max(evenTolerance, 1 + (hottest.relativeError ?? 0)) / partitions.value
    if (hottest.value <= mostEven) {
      const isKeyed = (keyedShare?.value ?? 0) >= 0.5
      const keys: Keys = isKeyed ? evenKeys(mostEven, partitions.value, distinct) : { kind: 'none' }
      return { keys: derived(keys, hottest, 'records are spread evenly over the partitions') }
    }
    const keys = keysWithShare(hottest.value, partitions.value, distinct)
    return { keys: derived(keys, hottest, 'the distribution that gives the hottest partition its share') }
  }
  if (keyedShare === undefined) return {}
  const keys: Keys = keyedShare.value >= 0.5 ? { kind: 'uniform', distinct: Math.max(2, distinct) } : { kind: 'none' }
  return {
    keys: derived(keys, keyedShare, keys.kind === 'none' ? 'most records have no key' : 'most records have a key'),
  }
}

type UniformKeys = Extract<Keys, { kind: 'uniform' }>

/**
 * Keys that leave every partition at most this share. Where that many keys cannot, the clients choose the partitions by
 * something else, so that the keys do not matter.
 */
function evenKeys(mostShare: number, partitions: number, distinct: number): Keys {
  return 1 / distinct > mostShare ? { kind: 'none' } : enoughKeys(mostShare, partitions, distinct)
}

/** So many equally frequent keys, but more where they would fill a partition above this share: a sample sees few of many. */
function enoughKeys(mostShare: number, partitions: number, distinct: number): UniformKeys {
  let keys: UniformKeys = { kind: 'uniform', distinct: Math.max(2, distinct) }
  while (keys.distinct < mostKeys && hottestPartitionShare(keys, partitions).share > mostShare) {
    keys = { kind: 'uniform', distinct: Math.min(mostKeys, keys.distinct * 2) }
  }
  return keys
}

/** Zipf's law with the exponent, up to 4, at which the hottest of `partitions` gets this share. */
function keysWithShare(share: number, partitions: number, seen: number): Keys {
  const uniform = enoughKeys(share, partitions, seen)
  const { distinct } = uniform
  let [low, high] = [0, 4]
  for (let round = 0; round < 40; round += 1) {
    const exponent = (low + high) / 2
    if (hottestPartitionShare({ kind: 'zipf', distinct, exponent }, partitions).share < share) low = exponent
    else high = exponent
  }
  return { kind: 'zipf', distinct, exponent: high }
}
