/**
 * What is known of each dimension: the shape of its record in `limited-dimensions.ts` or
 * `computed-dimensions.ts`.
 */

/** Units in which an offering's limits are written. */
export const limitUnits = [
  'bytes/s',
  'records/s',
  'requests/s',
  'attempts/s',
  'partitions',
  'connections',
  'groups',
  'bytes',
] as const

/** How an offering limits a dimension by a number that it publishes. */
export type PublishedLimit = {
  readonly unit: (typeof limitUnits)[number]
  /**
   * True where an embedded cluster at a scale below 1 gets less of it. Numbers of clients and partitions are the same at
   * every scale.
   */
  readonly isScaled: boolean
  /** True where a service without a published figure is worth an assumption; others are limited by few vendors. */
  readonly isExpected: boolean
  /** True where it says how much a service takes. An offering without any such limit cannot be compared. */
  readonly tellsRate: boolean
}

/**
 * What to change when the dimension binds: a key of the table in capacity/advice.ts. `larger-size`: nothing but more
 * units, which every prediction advises anyway.
 */
export type AdviceWhenBinding =
  | 'more-partitions'
  | 'larger-batches'
  | 'more-clients'
  | 'fewer-requests'
  | 'fewer-bytes'
  | 'fewer-partitions'
  | 'fewer-connections'
  | 'fewer-consumer-groups'
  | 'larger-size'

/** The dimension as a noun inside a sentence: "the pipeline of a producer connection is at 80 %". */
export type DimensionNoun = {
  /** Without what stands before it. */
  readonly text: string
  /** What stands before it inside a sentence. Left out: nothing. */
  readonly article?: 'the' | 'what'
  readonly verb: 'is' | 'are'
  /** The same of the one broker that has most of it. Left out where no constraint is that of one broker. */
  readonly ofBusiestBroker?: string
}

/**
 * What demand does as the load grows, and whom a full dimension slows. `grows`: demand rises with the load; `both` where
 * writers and readers share the resource. `veto`: demand does not rise; the dimension passes or refuses the workload as
 * a whole. `wastes`: neither, and it slows nobody.
 */
type RoleRecord =
  | { readonly role: 'grows'; readonly slows: 'writers' | 'readers' | 'both' }
  | { readonly role: 'veto'; readonly slows: 'both' }
  | { readonly role: 'wastes'; readonly slows: 'nobody' }

type CommonRecord = RoleRecord & {
  /** What is asked of it, for docs/models.md. */
  readonly demand: string
  readonly advice: AdviceWhenBinding
  /**
   * True of how clients behave, whatever they send. Such a dimension takes from the bandwidth as it fills, as Confluent's
   * guidance on cluster load has it: it widens the band below, and explains a run that fell short.
   */
  readonly takesFromBandwidth: boolean
  /** True where every real cluster has the limit, whatever its vendor publishes: it follows from how Kafka works. */
  readonly holdsOnAnyCluster: boolean
  /** In tables and charts: "Partition ingress". */
  readonly label: string
  readonly noun: DimensionNoun
  /** As the subject of "… binds". */
  readonly subject: string
  /** As the object of "this target does not limit …". */
  readonly limitedThing: string
}

/** A dimension that an offering can limit by a published number. */
export type LimitedDimensionRecord = CommonRecord & { readonly limit: PublishedLimit }

/** A dimension whose capacity is computed; `capacity` says from what, for docs/models.md. */
export type ComputedDimensionRecord = CommonRecord & { readonly limit: null; readonly capacity: string }

export type DimensionRecord = LimitedDimensionRecord | ComputedDimensionRecord
