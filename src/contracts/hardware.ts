/**
 * Broker hardware: hosts, volumes and the few parameters by which brokers use them.
 */
import { z } from 'zod'
import { parameter, positiveParameter, shareParameter } from './parameter.ts'
import { displayName, identifier, nonNegative, positive, positiveCount } from './primitives.ts'
import { source } from './source.ts'

/** A rate that is held for ever, and one that is held for a while. */
export const sustainedRate = z.strictObject({
  sustainedBytesPerSec: positive,
  /** Left out: no burst above the sustained rate. */
  burstBytesPerSec: positive.optional(),
})

/** A host that runs one broker: what `deployment.tier` names. */
export const host = z.strictObject({
  id: identifier,
  name: displayName,
  /** Processors that the system counts (vCPUs). */
  cores: positive,
  /** Processors that it sustains, where the rest is a burst on CPU credits. Left out: all of them. */
  sustainedCores: positive.optional(),
  memoryBytes: positive.optional(),
  /** Each direction. Left out: not published, taken as not limiting. */
  network: sustainedRate.optional(),
  /** Between host and attached volumes. Left out: not published, taken as not limiting. */
  volumeBandwidth: sustainedRate.optional(),
  /** Disks of the host itself, all together, where data is kept on them. */
  localDisks: z
    .strictObject({
      writeBytesPerSec: positive,
      capacityBytes: positive.optional(),
      /** Disks, each with a log directory of its own. Left out: one, or used as one. */
      count: positiveCount.optional(),
    })
    .optional(),
  source,
})
export type Host = z.output<typeof host>

/** How long hosts hold their bursts, from full credits. */
export const burstTime = z.strictObject({
  leastMs: positive,
  /** Left out: not published. */
  mostMs: positive.optional(),
  source,
})
export type BurstTime = z.output<typeof burstTime>

/** What a volume sustains by its size, and the credits on which it bursts. */
export const volumeCredits = z.strictObject({
  /** Sustained, for each GiB of its size. */
  bytesPerSecPerGib: positive,
  /** Sustained by the smallest. */
  leastBytesPerSec: positive.optional(),
  /** Burst for each GiB of its size. Left out: the most of its kind at any size. */
  burstBytesPerSecPerGib: positive.optional(),
  /** The most of volumes up to a size. */
  small: z.strictObject({ upToBytes: positive, mostBytesPerSec: positive }).optional(),
  /** Credits of a full bucket, in bytes above the sustained rate: at any size, and for each GiB. */
  bucketBytes: nonNegative.default(0),
  bucketBytesPerGib: nonNegative.default(0),
  source,
})

/** A kind of attached volume. */
export const volume = z.strictObject({
  id: identifier,
  name: displayName,
  /** What one volume gives when nothing is provisioned. */
  defaultBytesPerSec: positive,
  /** The most that one volume can be provisioned to. */
  mostBytesPerSec: positive,
  /** Left out: the rate does not depend on the size and lasts. */
  credits: volumeCredits.optional(),
  source,
})
export type Volume = z.output<typeof volume>

/** What brokers cost, per core and byte. Physics in docs/models.md. */
export const brokerParameters = z.strictObject({
  /** Share of the storage bandwidth that brokers reach. */
  storageEfficiency: positiveParameter,
  /** Share of the network bandwidth that brokers reach. */
  networkEfficiency: positiveParameter,
  /** Processor time of a client's request, in us. */
  requestCpuUs: parameter,
  /** Processor time of appending one batch, on its leader and on each follower, in us. Left out, as in older files: none. */
  batchCpuUs: parameter.optional(),
  /** Processor time of a record on its leader, in us. */
  recordCpuUs: parameter,
  /** Processor time of a wire byte received and written, in ns. */
  byteCpuNs: parameter,
  /**
   * Processor time of a wire byte sent from the page cache to a consumer or follower, in ns. Left out, as in older files:
   * as much as one received.
   */
  sentByteCpuNs: parameter.optional(),
  /** Added to it where connections are encrypted, in ns. */
  tlsByteCpuNs: parameter,
  /** Processor time of one replica fetch on both brokers together, in us. */
  replicaFetchCpuUs: parameter,
  /** How long a replicated write waits for its followers on idle brokers, in us; the time of one replica fetch. */
  replicaWaitUs: parameter,
  /**
   * Time of a wire byte on its connection, in ns: a broker reads, checks and appends one request of a connection at a
   * time. Left out, as in older files: none.
   */
  connectionByteNs: parameter.optional(),
  /**
   * Time of a wire byte from a leader's log into a follower's, their network aside, in ns: one fetch of a partition at a
   * time. Left out, as in older files: none.
   */
  replicaByteNs: parameter.optional(),
  /** Cores of a broker that are busy without any load. */
  idleCores: parameter,
  /** How much work grows by one follower partition a core: followers / cores x this. */
  followerOverhead: parameter,
  /** How much more a follower partition costs in another topic. */
  topicOverhead: parameter,
  /** Share of the rate that is lost where one partition alone is written to; none from a partition a core on. */
  parallelismLoss: shareParameter,
  /**
   * Pieces of work that a broker has under way at once: the more, the less its processors and network wait for each
   * other. Left out: they do not, and each is used in full. With 1,000 that is so to 0.3 %, and more would only take time.
   */
  workUnderWay: parameter.extend({ value: nonNegative.max(1_000) }).optional(),
  /** Half the width of the band: spread of published figures around the model. */
  residual: parameter,
})
export type BrokerParameters = z.output<typeof brokerParameters>

/** Hosts and volumes to choose from, with the parameters. */
export const brokerHardware = z.strictObject({
  hosts: z.array(host).min(1),
  volumes: z.array(volume).default([]),
  /** Volume that each broker has where the deployment names none. Left out: the host's own disks, or the way to volumes. */
  defaultVolume: identifier.optional(),
  parameters: brokerParameters,
  /** How long the bursts of the hosts last. Left out: not published, so that none is expected. */
  burstTimes: z.strictObject({ network: burstTime.optional(), volumeBandwidth: burstTime.optional() }).optional(),
  /** Where `sustainedCores` of hosts come from, and how long CPU credits are kept: the bucket of a burst. */
  cpuCredits: z.strictObject({ keptMs: positive, source }).optional(),
  /** Memory that a broker's heap takes from the page cache; at most half is taken. Left out: no page cache is computed. */
  heapBytes: parameter.optional(),
})

/** A host of the user's own, instead of one by name. */
export const ownHost = z.strictObject({
  cores: positive,
  networkBytesPerSec: positive.optional(),
  storageBytesPerSec: positive.optional(),
  memoryBytes: positive.optional(),
})

/** Volumes of each broker. */
export const attachedVolumes = z.strictObject({
  type: identifier,
  count: positiveCount.max(100).default(1),
  /** Throughput provisioned for each. Left out: the default of its kind. */
  throughputBytesPerSec: positive.optional(),
  /** Size of each, for retention. */
  sizeBytes: positive.optional(),
})
