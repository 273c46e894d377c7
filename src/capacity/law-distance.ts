/**
 * How far a configuration lies from those that the band of a law was made from: docs/decisions/bands.md, rules 7 and 13.
 */
import type { Law, LawBand, LawQuantity, LawSetting } from '../contracts/law-bands.ts'

/**
 * Quantities that a law does not depend on, so that they take no configuration farther from the published ones: what one
 * client does follows from its own processor, and what disks take from the disks.
 */
const withoutPart: Partial<Readonly<Record<Law, readonly LawQuantity[]>>> = {
  storage: ['cores'],
  'producer-client': ['brokers', 'cores'],
  'consumer-client': ['brokers', 'cores'],
}

/** The value by which distance is measured: above the published range, brokers count only as far as they share the load. */
export function distantValue(setting: LawSetting, quantity: LawQuantity, { law, range }: LawBand): number {
  const value = setting[quantity]
  const { least, most } = range[quantity]
  if (withoutPart[law]?.includes(quantity) === true) return Math.min(most, Math.max(least, value))
  if (quantity !== 'brokers' || value <= most) return value
  return Math.max(most, Math.min(value, setting.loadedBrokers ?? value))
}

/** Octaves by which a value lies beyond a range; 0 inside. */
export function octavesBeyond({ least, most }: LawBand['range'][LawQuantity], value: number): number {
  if (value > most) return Math.log2(value / most)
  return value < least ? Math.log2(least / value) : 0
}
