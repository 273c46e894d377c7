/**
 * The shape of a dimension's record in `limited-dimensions.ts` or `computed-dimensions.ts`.
 */

/** Units of an offering's limits. */
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

/** A limit on a dimension by a number that an offering publishes. */
export type PublishedLimit = {
  readonly unit: (typeof limitUnits)[number]
  /**
   * True if the limit is multiplied by the scale of an embedded cluster, as the load and the bytes kept are. Numbers of
   * clients and partitions are the same at every scale.
   */
  readonly isScaled: boolean
  /** True if most services publish the limit. For an offering without it, the prediction lists an assumption. */
  readonly isExpected: boolean
  /**
   * True if the limit is a rate that determines how much traffic a service takes. An offering without such a limit
   * cannot be compared.
   */
  readonly limitsTraffic: boolean
}

/**
 * What to change if the dimension binds: a key of the table in capacity/advice.ts. With `larger-size` only more units
 * help, which every prediction advises anyway.
 */
export type AdviceWhenBinding =
  | 'more-partitions'
  | 'larger-batches'
  | 'more-senders'
  | 'more-clients'
  | 'fewer-requests'
  | 'fewer-bytes'
  | 'fewer-partitions'
  | 'fewer-connections'
  | 'fewer-consumer-groups'
  | 'fewer-flushes'
  | 'less-kept'
  | 'larger-size'

/** The dimension as a noun inside a sentence: "the pipeline of a producer connection is at 80 %". */
export type DimensionNoun = {
  /** The noun without its article. */
  readonly text: string
  /** The word before the noun inside a sentence. Left out: none. */
  readonly article?: 'the' | 'what'
  readonly verb: 'is' | 'are'
  /**
   * The noun for the one broker with the highest demand. Left out if the dimension has no constraint on a single
   * broker.
   */
  readonly ofBusiestBroker?: string
}

/**
 * How demand changes with the load, and which clients a full dimension slows.
 * - `grows`: demand rises with the load. A resource that producers and consumers share slows `both`.
 * - `veto`: demand does not rise. The dimension accepts or refuses the workload as a whole.
 * - `wastes`: the dimension only reports waste and slows no client.
 */
type RoleRecord =
  | { readonly role: 'grows'; readonly slows: 'producers' | 'consumers' | 'both' }
  | { readonly role: 'veto'; readonly slows: 'both' }
  | { readonly role: 'wastes'; readonly slows: 'neither' }

type CommonRecord = RoleRecord & {
  /** Description of the demand, for docs/models.md. */
  readonly demand: string
  readonly advice: AdviceWhenBinding
  /**
   * True if the dimension depends on how clients behave, not on the bytes that they send. Such a dimension reduces the
   * usable bandwidth as it fills up, as Confluent's guidance on cluster load says: it extends the band downwards, and
   * explains a run that fell short.
   */
  readonly takesFromBandwidth: boolean
  /**
   * True if every real cluster has the limit, whatever its vendor publishes, because the limit follows from how Kafka
   * works.
   */
  readonly holdsOnAnyCluster: boolean
  /** Label in tables and charts: "Partition ingress". */
  readonly label: string
  /** The client or connection that demand and capacity are of. Left out: the cluster, or what the label names. */
  readonly per?: 'connection' | 'producer' | 'consumer'
  readonly noun: DimensionNoun
  /** Text for the subject of "… binds". */
  readonly subject: string
  /** Text for the object of "this target does not limit …". */
  readonly limitedThing: string
}

/** A dimension that an offering can limit by a published number. */
export type LimitedDimensionRecord = CommonRecord & { readonly limit: PublishedLimit }

/** A dimension whose capacity is computed. */
export type ComputedDimensionRecord = CommonRecord & {
  readonly limit: null
  /** Description of how the capacity is computed, for docs/models.md. */
  readonly capacity: string
  /** True if only the model of hosts computes it: from the network, disks and processors of a broker. */
  readonly isOfHosts: boolean
}

/** The properties of a dimension. */
export type DimensionRecord = LimitedDimensionRecord | ComputedDimensionRecord
