/**
 * Bands by law. For each law that bound a prediction at first sight, its band shows how far published clusters were
 * from the prediction of the model of hosts. docs/decisions/bands.md defines how bands are computed.
 */
import { z } from 'zod'
import type { Dimension } from './dimensions.ts'
import { count, nonNegative, positive } from './primitives.ts'

/** Groups of the limits that the model of hosts computes. The errors of one law say little about another. */
export const laws = [
  'network',
  'storage',
  'processors',
  'producer-pipeline',
  'producer-client',
  'consumer-client',
  'partition',
] as const
export type Law = (typeof laws)[number]

const lawsOfDimensions: Partial<Record<Dimension, Law>> = {
  'network-in': 'network',
  'network-out': 'network',
  'storage-bandwidth': 'storage',
  'disk-flush': 'storage',
  cpu: 'processors',
  'producer-pipeline': 'producer-pipeline',
  // The rate of synchronous senders depends on the same request time as the pipeline, so both share a law.
  'synchronous-senders': 'producer-pipeline',
  'producer-client': 'producer-client',
  'consumer-client': 'consumer-client',
  'partition-ingress': 'partition',
}

/** Returns the law of a dimension; null if the model of hosts does not compute the dimension. */
export function lawOf(dimension: Dimension): Law | null {
  return lawsOfDimensions[dimension] ?? null
}

/** Quantities of a configuration. The band widens if one of them is far from the published configurations. */
export const lawQuantities = ['partitions', 'recordBytes', 'brokers', 'cores'] as const
export type LawQuantity = (typeof lawQuantities)[number]

/** A configuration in these quantities: partitions of all topics, mean payload of a record, brokers, cores of each. */
export type LawSetting = Readonly<Record<LawQuantity, number>> & {
  /** Brokers that share the load. Left out: all of them. */
  readonly loadedBrokers?: number
}

const range = z.strictObject({ least: positive, most: positive })

/** Minimum and maximum of each quantity among the figures of a law. */
export const lawRange = z.strictObject({ partitions: range, recordBytes: range, brokers: range, cores: range })
export type LawRange = z.output<typeof lawRange>

/**
 * Maximum of location and of spread, in natural logarithms: a factor of 22,000 either way. A wider band says nothing.
 */
const maxSpread = 10

/**
 * The band of one law. For a cluster that the model was not made from, ln(measured / predicted) is distributed as
 * location + spread x Student's t with `degreesOfFreedom`.
 */
export const lawBand = z.strictObject({
  law: z.enum(laws),
  /** Below 0 if published clusters reach less than is predicted. */
  location: z.number().min(-maxSpread).max(maxSpread),
  spread: positive.max(maxSpread),
  degreesOfFreedom: z.number().min(1).max(1000),
  /** Figures of the law, their publications and their total weight. 0: the band was computed from other laws only. */
  figures: count,
  publications: count,
  weight: nonNegative,
  /** The band widens beyond this range. A law without figures has the range of all laws. */
  range: lawRange,
  /** Set by a calibration: the user's runs that replace the publications, and their measured / predicted. */
  own: z.strictObject({ runs: count.min(1), capacityFactor: positive }).optional(),
})
export type LawBand = z.output<typeof lawBand>

/** One band for each law, in the order of `laws`. */
export const lawBands = z
  .array(lawBand)
  .length(laws.length)
  .refine((all) => laws.every((law, index) => all[index]?.law === law), {
    error: `expected one band for each of ${laws.join(', ')}, in this order`,
  })
