/**
 * Bands by law: how far published clusters lay from what the model of hosts predicted for them at first sight, for each
 * law that bound the prediction. docs/decisions/bands.md is the rule by which they are computed.
 */
import { z } from 'zod'
import type { Dimension } from './dimensions.ts'
import { count, nonNegative, positive } from './primitives.ts'

/** Groups of the limits that the model of hosts computes. Errors of one say little of another. */
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
  // Their rate follows from the time of a request on the same connection.
  'synchronous-senders': 'producer-pipeline',
  'producer-client': 'producer-client',
  'consumer-client': 'consumer-client',
  'partition-ingress': 'partition',
}

/** The law of a dimension; null if the model of hosts does not compute it. */
export function lawOf(dimension: Dimension): Law | null {
  return lawsOfDimensions[dimension] ?? null
}

/** Quantities of a configuration. Far from those that were published, the bands widen. */
export const lawQuantities = ['partitions', 'recordBytes', 'brokers', 'cores'] as const
export type LawQuantity = (typeof lawQuantities)[number]

/** A configuration in these quantities: partitions of all topics, mean payload of a record, brokers, cores of each. */
export type LawSetting = Readonly<Record<LawQuantity, number>>

const range = z.strictObject({ least: positive, most: positive })

/** Least and most of each quantity among the figures of a law. */
export const lawRange = z.strictObject({ partitions: range, recordBytes: range, brokers: range, cores: range })
export type LawRange = z.output<typeof lawRange>

/** In logarithms, a factor of 22,000 either way: what is farther off is no band. */
const mostSpread = 10

/**
 * The band of one law: ln(measured / predicted) of a cluster that the model has never met is location + spread x Student's
 * t with so many degrees of freedom.
 */
export const lawBand = z.strictObject({
  law: z.enum(laws),
  /** Below 0 if published clusters reach less than is predicted. */
  location: z.number().min(-mostSpread).max(mostSpread),
  spread: positive.max(mostSpread),
  degreesOfFreedom: z.number().min(1).max(1000),
  /** What it was computed from: figures of the law, their publications, and what these weigh. 0: of other laws only. */
  figures: count,
  publications: count,
  weight: nonNegative,
  /** Beyond it the band widens. Of a law without figures, the range of all. */
  range: lawRange,
  /** Set by a calibration: the runs of the user's own that replace the publications, and their measured / predicted. */
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
