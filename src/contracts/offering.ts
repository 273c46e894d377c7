/**
 * An offering: what a vendor sells, as data. One JSON file each in models/.
 *
 * Version 1 knows service limits; broker hardware and measured tables join as further values of `model`.
 */
import { z } from 'zod'
import { calendarDate, displayName, fraction, identifier, nonNegative, positive, positiveCount } from './primitives.ts'

/** Dimensions in which a deployment can be full. */
export const dimensions = [
  'ingress',
  'egress',
  'partitions',
  'connections',
  'connection-attempts',
  'requests',
  'partition-ingress',
  'partition-egress',
  'consumers-per-partition',
  'producer-pipeline',
] as const
export const dimension = z.enum(dimensions)
export type Dimension = z.output<typeof dimension>

/** Dimensions that an offering can limit. */
export const limitedDimension = dimension.exclude(['consumers-per-partition', 'producer-pipeline'])
export type LimitedDimension = z.output<typeof limitedDimension>

/** Where a number comes from. */
export const source = z.strictObject({
  title: z.string().min(1),
  /** Address of the document, where it has one. */
  url: z.url().optional(),
  /** Date of the document, or the date by which it said so. */
  date: calendarDate,
  /** P primary, PM primary text through a mirror, S secondary, D derived here. */
  grade: z.enum(['P', 'PM', 'S', 'D']),
  /** What the source says in few words, where the number alone could mislead. */
  remark: z.string().optional(),
})
export type Source = z.output<typeof source>

/** Units in which limits are written. */
export const limitUnits = ['bytes/s', 'records/s', 'requests/s', 'attempts/s', 'partitions', 'connections'] as const

/** One limit of a limit set. */
export const limit = z.strictObject({
  dimension: limitedDimension,
  unit: z.enum(limitUnits),
  /** Capacity of one unit of size; multiplied by the size. Left out for limits that do not grow with the size. */
  perUnit: positive.optional(),
  /** Capacity that does not grow with the size (a partition's), or the cap of the whole cluster. */
  max: positive.optional(),
  /** What a limit on connections counts. Left out: TCP connections, one a client and broker. */
  counts: z.enum(['clients', 'tcp-connections']).optional(),
  /** `fixed` refuses, `guideline` shares one capacity with other guidelines, `soft` may be exceeded by luck. */
  kind: z.enum(['fixed', 'guideline', 'soft']),
  source,
})
export type Limit = z.output<typeof limit>

/** Limits as of a date. */
export const limitSet = z.strictObject({
  asOf: calendarDate,
  /** Sizes that can be bought, in units. */
  sizes: z.strictObject({
    min: positiveCount,
    max: positiveCount,
    /** Smallest size of a multi-zone deployment. */
    minMultiZone: positiveCount.optional(),
    /** Largest size on a cloud that has a smaller one than `max`. */
    maxByCloud: z.partialRecord(z.enum(['aws', 'azure', 'gcp']), positiveCount).optional(),
    source,
  }),
  limits: z.array(limit).min(1),
  /** Wire ingress and egress seen above the declared limits: factors of the declared capacity. */
  burst: z.strictObject({ low: positive, likely: positive, high: positive, source }).optional(),
  /**
   * How much of the bandwidth guidelines is lost when the other guideline dimensions are full: the low end of the band
   * is 1 - loss x (their fullest utilisation). An assumption until calibrated.
   */
  interaction: z.strictObject({ lossWhenOthersFull: fraction, source }),
})
export type LimitSet = z.output<typeof limitSet>

/** A published measurement: evidence for backtests; never looked up by a prediction. */
export const publishedPoint = z.strictObject({
  id: identifier,
  label: displayName,
  /** Scenario in examples/ that this point is about. */
  example: z.string().min(1).optional(),
  size: positiveCount,
  cloud: z.enum(['aws', 'azure', 'gcp']).optional(),
  /** Payload, converted from what the source prints (`kafka-*-perf-test` MB are MiB). */
  ingressPayloadBytesPerSec: nonNegative,
  egressPayloadBytesPerSec: nonNegative,
  /** True where the offered load was the cap, so that the figure is a lower bound. */
  isCensored: z.boolean(),
  source,
})

/** What a vendor sells, with its dated limits and the evidence beside them. */
export const offering = z.strictObject({
  kind: z.literal('headroom.offering'),
  schemaVersion: z.literal(1),
  id: identifier,
  name: displayName,
  vendor: displayName,
  model: z.literal('service-limits'),
  /** What one unit of size is called. */
  unitName: z.strictObject({ singular: z.string().min(1), plural: z.string().min(1) }),
  /** Brokers assumed behind the service, for connections and the pipeline bound: not published. */
  assumedBrokersPerUnit: positive,
  limitSets: z.array(limitSet).min(1),
  evidence: z.array(publishedPoint).default([]),
})
export type Offering = z.output<typeof offering>
