/**
 * The target of a run, and which dimensions it enforces.
 */
import { z } from 'zod'
import { connection } from './connection.ts'
import { dimension } from './offering.ts'
import { positive, positiveCount } from './primitives.ts'

/** Client quotas of each broker of an embedded cluster, in whole bytes/s: the offering's limits x scale / brokers. */
export const brokerQuotas = z.strictObject({
  producerBytesPerSec: positiveCount,
  consumerBytesPerSec: positiveCount,
})
export type BrokerQuotas = z.output<typeof brokerQuotas>

/** Real Apache Kafka on this machine, deleted after the run. */
export const embeddedKafkaTarget = z.strictObject({
  kind: z.literal('embedded:kafka'),
  brokers: positiveCount.max(5),
  /** Left out: unlimited, as in a trial. */
  quotas: brokerQuotas.optional(),
  /** Kafka's `quota.window.num`, windows of one second each: the plan's `quotaWindowMs` / 1000. */
  quotaWindowSeconds: positiveCount.default(11),
  /** Heap of each broker, in MiB. Left out: what a few thousand replicas need. */
  heapMegabytes: positiveCount.optional(),
  /** True if clients connect with TLS; brokers among themselves do not. Left out: no TLS. */
  isEncrypted: z.literal(true).optional(),
  /**
   * Delay that a proxy adds to the round trip between clients and brokers, half in each direction. Left out: no proxy.
   */
  addedRoundTripMs: positive.optional(),
  /** Kafka's `num.replica.fetchers`. Left out: Kafka's default, 1. */
  replicaFetchers: positiveCount.optional(),
})

/** librdkafka's simulated brokers: no limits, nothing to install. */
export const embeddedSimulatedTarget = z.strictObject({
  kind: z.literal('embedded:simulated'),
  brokers: positiveCount.max(5),
})

/** The user's own cluster. */
export const connectionTarget = z.strictObject({ kind: z.literal('connection'), connection })

/** The target of a run. */
export const target = z.discriminatedUnion('kind', [embeddedKafkaTarget, embeddedSimulatedTarget, connectionTarget])
export type Target = z.output<typeof target>

/** Description of a target, with the dimensions that it enforces. Users see it, and the verdict uses it. */
export const targetDescription = z.strictObject({
  kind: z.enum(['embedded:kafka', 'embedded:simulated', 'connection']),
  /** Label in one line for the user: "embedded Apache Kafka 4.3.1, 3 brokers, declared capacity". */
  label: z.string().min(1),
  /** Dimensions that the target itself limits. */
  enforces: z.array(dimension),
  /** True if quotas set the capacity. A run then proves the method and says nothing about a vendor's cluster. */
  isDeclaredCapacity: z.boolean(),
  scale: positive,
  brokers: positiveCount.nullable(),
  quotas: brokerQuotas.nullable(),
  /**
   * Bootstrap servers of the user's own cluster, which a redacted report hides. Left out of redacted reports and for
   * other targets.
   */
  hosts: z.array(z.string().min(1)).optional(),
})
export type TargetDescription = z.output<typeof targetDescription>
