/**
 * Broker hardware: hosts, volumes, and the parameters that say how much of them brokers can use.
 */
import { z } from 'zod'
import { lawBands } from './law-bands.ts'
import { parameter, positiveParameter, shareParameter } from './parameter.ts'
import { displayName, identifier, nonNegative, positive, positiveCount } from './primitives.ts'
import { source } from './source.ts'

/** A rate that can be sustained, and optionally a burst rate that can be held for a limited time. */
export const sustainedRate = z.strictObject({
  sustainedBytesPerSec: positive,
  /** Left out: no burst above the sustained rate. */
  burstBytesPerSec: positive.optional(),
})

/** A host type that runs one broker. `deployment.tier` names it. */
export const host = z.strictObject({
  id: identifier,
  name: displayName,
  /** Processors that the operating system counts (vCPUs). */
  cores: positive,
  /** Processors that can be used all the time, if using the others consumes CPU credits. Left out: all of them. */
  sustainedCores: positive.optional(),
  memoryBytes: positive.optional(),
  /** Network bandwidth in each direction. Left out: not published, assumed not to limit. */
  network: sustainedRate.optional(),
  /** Bandwidth between the host and its attached volumes. Left out: not published, assumed not to limit. */
  volumeBandwidth: sustainedRate.optional(),
  /** The host's own disks in total, if data is kept on them. */
  localDisks: z
    .strictObject({
      writeBytesPerSec: positive,
      capacityBytes: positive.optional(),
      /** Number of disks, each with its own log directory. Left out: one disk, or several used as one. */
      count: positiveCount.optional(),
    })
    .optional(),
  source,
})
export type Host = z.output<typeof host>

/** Duration for which hosts can sustain their bursts, starting with full credits. */
export const burstTime = z.strictObject({
  leastMs: positive,
  /** Left out: not published. */
  mostMs: positive.optional(),
  source,
})
export type BurstTime = z.output<typeof burstTime>

/** The rate that a volume sustains depending on its size, and the credits for its bursts. */
export const volumeCredits = z.strictObject({
  /** Sustained rate per GiB of size. */
  bytesPerSecPerGib: positive,
  /** Lower bound of the sustained rate, whatever the size. */
  leastBytesPerSec: positive.optional(),
  /** Burst rate per GiB of size. Left out: `mostBytesPerSec` at any size. */
  burstBytesPerSecPerGib: positive.optional(),
  /** A different maximum rate for volumes up to a size. */
  small: z.strictObject({ upToBytes: positive, mostBytesPerSec: positive }).optional(),
  /** Credits in a full bucket, in bytes above the sustained rate: a constant part, and a part per GiB of size. */
  bucketBytes: nonNegative.default(0),
  bucketBytesPerGib: nonNegative.default(0),
  source,
})

/** A kind of attached volume. */
export const volume = z.strictObject({
  id: identifier,
  name: displayName,
  /** Throughput of one volume if none is provisioned. */
  defaultBytesPerSec: positive,
  /** Maximum throughput that one volume can be provisioned with. */
  mostBytesPerSec: positive,
  /** Left out: the rate does not depend on the size, and there are no bursts. */
  credits: volumeCredits.optional(),
  source,
})
export type Volume = z.output<typeof volume>

/** Costs of a broker's work. docs/models.md explains the physics. */
export const brokerParameters = z.strictObject({
  /** Share of the storage bandwidth that brokers can use. */
  storageEfficiency: positiveParameter,
  /** Share of the network bandwidth that brokers can use. */
  networkEfficiency: positiveParameter,
  /** CPU time per client request, in us. */
  requestCpuUs: parameter,
  /** CPU time to append one batch, on its leader and on each follower, in us. Left out, as in older files: none. */
  batchCpuUs: parameter.optional(),
  /** CPU time per record on its leader, in us. */
  recordCpuUs: parameter,
  /** CPU time per wire byte received and written, in ns. */
  byteCpuNs: parameter,
  /**
   * CPU time per wire byte sent from the page cache to a consumer or follower, in ns. Left out, as in older files: the
   * same as for a received byte.
   */
  sentByteCpuNs: parameter.optional(),
  /** Added CPU time per wire byte if connections are encrypted, in ns. */
  tlsByteCpuNs: parameter,
  /** CPU time per replica fetch, of both brokers together, in us. */
  replicaFetchCpuUs: parameter,
  /** Time that a replicated write waits for its followers on idle brokers, in us: the duration of one replica fetch. */
  replicaWaitUs: parameter,
  /**
   * Time per wire byte on a connection, in ns: a broker reads, checks and appends one request of a connection at a
   * time. Left out, as in older files: none.
   */
  connectionByteNs: parameter.optional(),
  /**
   * Time per wire byte from a leader's log into a follower's, without the network, in ns: a follower has one fetch of a
   * partition in flight at a time. Left out, as in older files: none.
   */
  replicaByteNs: parameter.optional(),
  /**
   * Time of one sync (fsync) of a broker's disk, in ms, if the scenario gives none. Left out, as in older files:
   * flushes cost nothing.
   */
  diskSyncMs: parameter.optional(),
  /** Syncs of a broker's flush of one partition: of its log, and of both indexes. Left out: 1. */
  syncsPerFlush: positiveParameter.optional(),
  /** CPU cores of a broker that are busy without any load. */
  idleCores: parameter,
  /** Growth of the CPU work for clients with the follower partitions: factor 1 + this x followers / cores. */
  followerOverhead: parameter,
  /** Growth of `followerOverhead` with the number of topics: factor 1 + this x ln(topics). */
  topicOverhead: parameter,
  /** Loss of rate on a broker that leads fewer partitions than it has cores: factor 1 - this x (1 - led / cores). */
  parallelismLoss: shareParameter,
  /**
   * Number of work items that a broker processes concurrently. With more of them, processors and network wait less for
   * each other. Left out: they never wait, and each can be used in full. 1,000 items come within 0.3 % of that; more
   * would only take computing time.
   */
  workUnderWay: parameter.extend({ value: nonNegative.max(1_000) }).optional(),
  /** Half the width of the band: spread of published figures around the model. Left out: it has `lawBands`. */
  residual: parameter.optional(),
})
export type BrokerParameters = z.output<typeof brokerParameters>

/** Hosts and volumes to choose from, and the brokers' parameters. */
export const brokerHardware = z.strictObject({
  hosts: z.array(host).min(1),
  volumes: z.array(volume).default([]),
  /**
   * Volume of each broker if the deployment names none. Left out: the host's own disks or, without these, its bandwidth
   * to volumes.
   */
  defaultVolume: identifier.optional(),
  parameters: brokerParameters,
  /** Made by `npm run law-bands` from the evidence. Left out: no first sights, the band is `residual` wide. */
  lawBands: lawBands.optional(),
  /**
   * `law`: the likely value is the law's value. Left out: it is the law's value x the share of it that half of the published
   * clusters reached (docs/decisions/likely-value.md).
   */
  likelyValue: z.literal('law').optional(),
  /** How long the bursts of the hosts last. Left out: not published, so no burst is predicted. */
  burstTimes: z.strictObject({ network: burstTime.optional(), volumeBandwidth: burstTime.optional() }).optional(),
  /**
   * Source of the hosts' `sustainedCores`, and how long CPU credits are kept, which is the size of the credit bucket.
   */
  cpuCredits: z.strictObject({ keptMs: positive, source }).optional(),
  /**
   * Memory that a broker's heap takes from the page cache; at most half is taken. Left out: no page cache is computed.
   */
  heapBytes: parameter.optional(),
})

/** A host that the user describes, instead of one from the list. */
export const ownHost = z.strictObject({
  cores: positive,
  /**
   * Speed of a core relative to the hosts that the model was fitted to: cloud processors of about 2019. 2: the core does the
   * same work in half the time. The ratio of single-thread benchmarks gives the value. Left out: 1.
   */
  coreSpeed: z.number().min(0.05).max(20).optional(),
  /** Rate of the network port, in each direction unless `networkOutBytesPerSec` is given. */
  networkBytesPerSec: positive.optional(),
  /** Rate at which the port sends, if it receives at another rate, like an uplink to the Internet or a shaped port. */
  networkOutBytesPerSec: positive.optional(),
  storageBytesPerSec: positive.optional(),
  /** Space on all disks of one broker together. */
  storageBytes: positive.optional(),
  memoryBytes: positive.optional(),
})

/** Volumes of each broker. */
export const attachedVolumes = z.strictObject({
  type: identifier,
  count: positiveCount.max(100).default(1),
  /** Throughput provisioned for each volume. Left out: the default of its type. */
  throughputBytesPerSec: positive.optional(),
  /** Size of each volume. */
  sizeBytes: positive.optional(),
})
