/**
 * The likely value on hosts: what a law gives, times the share of it that half of the published clusters reached
 * (docs/decisions/likely-value.md).
 */
import type { LawBand } from '../contracts/law-bands.ts'
import type { HardwareOffering, Offering } from '../contracts/offering.ts'

/** The band of a law around its likely value: location and spread are those of ln(measured / likely). */
export type LikelyBand = LawBand & {
  /** Likely value / the law's value: the median of published clusters, or what the user's own runs measured. */
  readonly likelyFactor: number
}

/** The bands of a model do not change, and are looked up for every prediction. */
const known = new WeakMap<HardwareOffering, readonly LikelyBand[]>()

/** The bands of an offering around its likely values; null if it has none by law. */
export function likelyBandsOf(offering: HardwareOffering): readonly LikelyBand[] | null {
  const { lawBands } = offering.hardware
  if (lawBands === undefined) return null
  const found = known.get(offering)
  if (found !== undefined) return found
  const isByLaw = isAtLawValue(offering)
  const bands = lawBands.map((band) => likelyBand(band, isByLaw))
  known.set(offering, bands)
  return bands
}

function likelyBand(band: LawBand, isByLaw: boolean): LikelyBand {
  if (band.own !== undefined) return { ...band, likelyFactor: band.own.capacityFactor }
  if (isByLaw) return { ...band, likelyFactor: 1 }
  return { ...band, location: 0, likelyFactor: Math.exp(band.location) }
}

/**
 * True if the value of a law is the likely value. Runs of the user's own replace what published clusters reached, even
 * for laws that the runs did not reach.
 */
function isAtLawValue({ hardware, calibration }: HardwareOffering): boolean {
  if (hardware.likelyValue === 'law' || calibration !== undefined) return true
  return hardware.lawBands?.some(({ own }) => own !== undefined) === true
}

/** The model with the values of its laws as likely values, for code that fits or evaluates laws. */
export function atLawValue<Model extends Offering>(model: Model): Model {
  if (model.model !== 'broker-hardware') return model
  return { ...model, hardware: { ...model.hardware, likelyValue: 'law' } }
}
