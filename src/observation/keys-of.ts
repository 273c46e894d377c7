/**
 * Chooses the keys of an observed topic: a distribution that gives the hottest partition its observed share of records.
 */
import { hottestPartitionShare } from '../capacity/hottest-partition.ts'
import type { Keys, Producer } from '../contracts/workload.ts'
import type { FoldedTopic } from './fold-topics.ts'
import { derived, type SourcedFields } from './sourced.ts'

/** Upper bound of distinct keys in a scenario. */
const maxKeys = 10_000_000

/** Distinct keys if their number is unknown. A rule of thumb. */
const defaultKeys = 10_000

/** A share up to this factor above the even one counts as even, because it may be chance. A rule of thumb. */
const evenTolerance = 1.02

/** The field `keys`; no field if neither keys nor the hottest partition's share are known. */
export function keysOf({ figures }: FoldedTopic): { keys?: SourcedFields<Pick<Producer, 'keys'>>['keys'] } {
  const { hottestPartitionShare: hottest, keyedShare, distinctKeys, partitions } = figures
  const most = mostKeysOf(figures)
  const distinct = Math.max(1, Math.min(most, Math.round(distinctKeys?.value ?? defaultKeys)))
  if (hottest !== undefined && partitions !== undefined && partitions.value > 1) {
    const maxEvenShare = Math.max(evenTolerance, 1 + (hottest.relativeError ?? 0)) / partitions.value
    if (hottest.value <= maxEvenShare) {
      const isKeyed = (keyedShare?.value ?? 0) >= 0.5
      const keys: Keys = isKeyed
        ? evenKeys({ share: maxEvenShare, partitions: partitions.value, most }, distinct)
        : { kind: 'none' }
      return { keys: derived(keys, hottest, 'records are spread evenly over the partitions') }
    }
    const keys = keysWithShare({ share: hottest.value, partitions: partitions.value, most }, distinct)
    return { keys: derived(keys, hottest, 'the distribution that gives the hottest partition its share') }
  }
  if (keyedShare === undefined) return {}
  const keys: Keys = keyedShare.value >= 0.5 ? { kind: 'uniform', distinct: Math.max(2, distinct) } : { kind: 'none' }
  return {
    keys: derived(keys, keyedShare, keys.kind === 'none' ? 'most records have no key' : 'most records have a key'),
  }
}

/** The distinct keys for which keys of the observed size have room. Records without a key may go to as many places. */
function mostKeysOf({ recordKeyBytes }: FoldedTopic['figures']): number {
  const bytes = Math.round(recordKeyBytes?.value ?? 0)
  return bytes === 0 ? maxKeys : Math.min(maxKeys, 256 ** bytes)
}

/** The share of the hottest of so many partitions, and the most distinct keys that there can be. */
interface WantedShare {
  readonly share: number
  readonly partitions: number
  readonly most: number
}

type UniformKeys = Extract<Keys, { kind: 'uniform' }>

/**
 * Keys that give no partition more than this share. If so few keys cannot be spread that evenly, clients do not choose
 * the partition by key, so the records are modelled without keys.
 */
function evenKeys(wanted: WantedShare, distinct: number): Keys {
  return 1 / distinct > wanted.share ? { kind: 'none' } : enoughKeys(wanted, distinct)
}

/**
 * Equally frequent keys. Their number is at least `distinct`, and doubled until no partition gets more than this share: a
 * sample sees only a part of many keys.
 */
function enoughKeys({ share, partitions, most }: WantedShare, distinct: number): UniformKeys {
  let keys: UniformKeys = { kind: 'uniform', distinct: Math.max(2, distinct) }
  while (keys.distinct < most && hottestPartitionShare(keys, partitions).share > share) {
    keys = { kind: 'uniform', distinct: Math.min(most, keys.distinct * 2) }
  }
  return keys
}

/** Keys by Zipf's law with the exponent (at most 4) at which the hottest of `partitions` gets this share. */
function keysWithShare(wanted: WantedShare, distinctSeen: number): Keys {
  const { share, partitions } = wanted
  const { distinct } = enoughKeys(wanted, distinctSeen)
  let [low, high] = [0, 4]
  for (let round = 0; round < 40; round += 1) {
    const exponent = (low + high) / 2
    if (hottestPartitionShare({ kind: 'zipf', distinct, exponent }, partitions).share < share) low = exponent
    else high = exponent
  }
  return { kind: 'zipf', distinct, exponent: high }
}
