/**
 * The chance that hosts carry a load, from the bands of the laws: docs/decisions/bands.md, rules 5 to 7.
 */
import { type Law, type LawBand, type LawQuantity, type LawSetting, lawQuantities } from '../contracts/law-bands.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { distantValue, octavesBeyond } from './law-distance.ts'
import { lawOfConstraint } from './law-of-constraint.ts'
import { likelyShareOf } from './likely-capacity.ts'
import type { LikelyBand } from './likely-value.ts'
import { loadedBrokers } from './loaded-brokers.ts'
import type { Situation } from './situation.ts'
import { studentT } from './student-t.ts'
import type { Traffic } from './traffic.ts'

/** Standard deviation, in logarithms, that each octave beyond the published range adds. */
const spreadPerOctave = 0.15

/** Share of clusters that lie above each end of a band. */
const lowEnd = 0.95
const highEnd = 0.05

/** Relative rounding error of the arithmetic. */
const rounding = 1e-9

/** A law that could bind. */
export type LawUse = {
  readonly band: LikelyBand
  /** Load factor at which the law alone is full: what it likely carries. */
  readonly headroom: number
  /** The load factor at which its constraints without a stated time are full; infinite if it has none. */
  readonly plainHeadroom: number
  /** Its constraints whose time the scenario states in part. */
  readonly timed: readonly TimedUse[]
  /** The spread of the band, widened by the distance from the published range. */
  readonly spread: number
  /** Student's t of the band: the chance to exceed t standard deviations, and the t that is exceeded with a probability. */
  readonly survival: (t: number) => number
  readonly exceededWith: (probability: number) => number
}

/**
 * A constraint whose time the scenario states in part. `loadAt` is the load factor that it carries at a factor on its
 * likely value, `factorFor` the factor on its likely value that a load factor needs.
 */
type TimedUse = { readonly loadAt: (factor: number) => number; readonly factorFor: (load: number) => number }

/** The laws of a workload on hosts, and the load factor that nothing exceeds: a declared limit or a line rate. */
export type Chances = { readonly laws: readonly LawUse[]; readonly ceiling: number }

/** A load factor, and its traffic. */
type FilledAt = { readonly factor: number; readonly traffic: Traffic }

/**
 * The laws of constraints that grow with the load. A law with utilisation u by `traffic`, the traffic at `factor`,
 * carries 1 / u times as much. Null without bands by law.
 */
export function chancesOf(
  situation: Situation,
  models: readonly ConstraintModel[],
  { factor, traffic }: FilledAt,
): Chances | null {
  const bands = situation.hardware?.lawBands
  if (bands === undefined || bands === null) return null
  const filled = new Map<Law | null, number>()
  const timed = new Map<Law, ConstraintModel[]>()
  let ceiling = Number.POSITIVE_INFINITY
  for (const model of models) {
    const law = lawOfConstraint(model)
    const share = model.demandAt(traffic) / model.capacity
    if (!isTimed(model) || law === null) filled.set(law, Math.max(filled.get(law) ?? 0, share))
    else if (share > 0) timed.set(law, [...(timed.get(law) ?? []), model])
    ceiling = Math.min(ceiling, lineFactor(model, { factor, traffic }))
  }
  const setting = settingOf(situation)
  const uses: LawUse[] = []
  for (const band of bands) {
    const plainHeadroom = factor / (filled.get(band.law) ?? 0)
    const spread = widenedSpread(band, setting)
    const ofTime = (timed.get(band.law) ?? []).map((model) => timedUse(model, { band, spread }, { factor, traffic }))
    if (plainHeadroom < Number.POSITIVE_INFINITY || ofTime.length > 0)
      uses.push(lawUse(band, { plainHeadroom, timed: ofTime }, spread))
  }
  return { laws: uses, ceiling: Math.min(ceiling, factor / (filled.get(null) ?? 0)) }
}

/**
 * The load factor that fills the line rate of a constraint; infinite if it has none. If a user's own run carried more, the
 * port is faster than stated, and the constraint's capacity counts.
 */
function lineFactor({ line, capacity }: ConstraintModel, { factor, traffic }: FilledAt): number {
  return line === undefined
    ? Number.POSITIVE_INFINITY
    : (factor * Math.max(line.capacity, capacity)) / line.demandAt(traffic)
}

/** True if a factor on the law changes the load that a constraint carries by less than that factor. */
function isTimed({ timeLaw, ofLaw }: ConstraintModel): boolean {
  return timeLaw?.isBound === true || (timeLaw !== undefined && ofLaw !== undefined)
}

/** The band of a law with its spread at a configuration. */
type Spread = { readonly band: LikelyBand; readonly spread: number }

function timedUse(model: ConstraintModel, of: Spread, { factor, traffic }: FilledAt): TimedUse {
  const { timeLaw } = model
  const { likelyFactor } = of.band
  if (timeLaw?.isBound === true) {
    return {
      loadAt: (ofLikely) => factor / timeLaw.utilisationAt(traffic, likelyFactor * ofLikely),
      factorFor: (load) => timeLaw.factorFor(traffic, load / factor) / likelyFactor,
    }
  }
  const likelyLoad = (factor * model.capacity) / model.demandAt(traffic)
  const exponent = upperExponent(model, of)
  return {
    loadAt: (ofLikely) => likelyLoad * (ofLikely <= 1 ? ofLikely : ofLikely ** exponent),
    factorFor: (load) => (load <= likelyLoad ? load / likelyLoad : (load / likelyLoad) ** (1 / exponent)),
  }
}

/** Upper ends are never nearer to the likely value than this share of the usual distance, in logarithms. */
const minExponent = 0.05

/**
 * The distance of the band's upper end from the likely value, as a share of the usual distance, in logarithms. A stated time
 * raises the likely value. It does not raise the upper end, because it makes no cluster faster, so the distance is shorter.
 */
function upperExponent(model: ConstraintModel, { band, spread }: Spread): number {
  const usual = band.location + spread * studentT(band.degreesOfFreedom).exceededWith(highEnd)
  const raised = Math.log(likelyShareOf(model, band) / band.likelyFactor)
  return Math.max(minExponent, 1 - raised / usual)
}

type Limiting = Pick<LawUse, 'plainHeadroom' | 'timed'>

function lawUse(band: LikelyBand, limiting: Limiting, spread: number): LawUse {
  const { survival, exceededWith } = studentT(band.degreesOfFreedom)
  return { band, ...limiting, headroom: loadAt(limiting, 1), spread, survival, exceededWith }
}

/** The load factor that a law carries at a factor on its likely value. */
function loadAt({ plainHeadroom, timed }: Limiting, factor: number): number {
  let least = plainHeadroom * factor
  for (const each of timed) least = Math.min(least, each.loadAt(factor))
  return least
}

/** The chance that a law carries a load factor: that it reaches the factor on its likely value that the load needs. */
function chanceOf({ plainHeadroom, timed, band, spread, survival }: LawUse, load: number): number {
  let factor = load / plainHeadroom
  for (const each of timed) factor = Math.max(factor, each.factorFor(load))
  return survival((Math.log(factor) - band.location) / spread)
}

/** The configuration of a situation in the quantities by which distance is measured. */
export function settingOf(situation: Situation): LawSetting {
  const { topics, producers, brokers, hardware } = situation
  let partitions = 0
  for (const topic of topics) partitions += topic.partitions
  let [bytes, records] = [0, 0]
  for (const { payloadBytesPerRecord, peakRecordsPerSec } of producers) {
    bytes += payloadBytesPerRecord * peakRecordsPerSec
    records += peakRecordsPerSec
  }
  // A scenario has at least one topic, and a producer of records of at least one byte.
  const recordBytes = Math.max(1, records === 0 ? 1 : bytes / records)
  return {
    partitions: Math.max(1, partitions),
    recordBytes,
    brokers,
    cores: hardware?.cores ?? 1,
    loadedBrokers: loadedBrokers(situation),
  }
}

/** The spread of a law at a configuration: the variance grows with the octaves beyond the published range. */
export function widenedSpread(band: LawBand, setting: LawSetting): number {
  let variance = band.spread ** 2
  for (const quantity of lawQuantities)
    variance += (spreadPerOctave * octavesBeyond(band.range[quantity], distantValue(setting, quantity, band))) ** 2
  return Math.sqrt(variance)
}

/** A quantity in which a configuration lies beyond the published range of a law. */
export type Distance = {
  readonly quantity: LawQuantity
  readonly value: number
  /** The end of the range that is nearest. */
  readonly nearest: number
  readonly octaves: number
}

/** The quantities that widen the band of a law, the farthest first. */
export function distancesOf(band: LawBand, setting: LawSetting): Distance[] {
  const found = lawQuantities.map((quantity) => {
    const { least, most } = band.range[quantity]
    const value = distantValue(setting, quantity, band)
    return {
      quantity,
      value,
      nearest: value > most ? most : least,
      octaves: octavesBeyond(band.range[quantity], value),
    }
  })
  return found.filter(({ octaves }) => octaves > 0).sort((one, other) => other.octaves - one.octaves)
}

/**
 * The chance that hosts carry a load factor, 0 to 1: the lowest chance of any law. Not the product, because residuals
 * are those of whole predictions, so a product would count other laws twice.
 */
export function chanceToCarry({ laws, ceiling }: Chances, factor: number): number {
  if (factor > ceiling * (1 + rounding)) return 0
  let least = 1
  for (const use of laws) least = Math.min(least, chanceOf(use, factor))
  return least
}

/** The chance that one law carries the offered load. */
export function chanceOfLaw(use: LawUse): number {
  return chanceOf(use, 1)
}

/**
 * The chance, 0 to 1, that one constraint allows a load factor on hosts. Null if its limit is declared.
 *
 * @param filled a load factor and its traffic, as for `chancesOf`
 */
export function chanceOfConstraint(
  situation: Situation,
  model: ConstraintModel,
  filled: FilledAt,
): ((load: number) => number) | null {
  const law = lawOfConstraint(model)
  const band = situation.hardware?.lawBands?.find((each) => each.law === law)
  if (band === undefined) return null
  const share = model.demandAt(filled.traffic) / model.capacity
  if (share <= 0) return () => 1
  const spread = widenedSpread(band, settingOf(situation))
  const plainHeadroom = isTimed(model) ? Number.POSITIVE_INFINITY : filled.factor / share
  const timed = isTimed(model) ? [timedUse(model, { band, spread }, filled)] : []
  const use = lawUse(band, { plainHeadroom, timed }, spread)
  const most = lineFactor(model, filled) * (1 + rounding)
  return (load) => (load > most ? 0 : chanceOf(use, load))
}

/** Ends and median of the band of one law, as factors on what it likely carries. */
export function factorsOfLaw({
  band,
  spread,
  exceededWith,
}: Pick<LawUse, 'spread' | 'exceededWith'> & { readonly band: LawBand }) {
  const at = (share: number) => Math.exp(band.location + spread * exceededWith(share))
  return { lowFactor: at(lowEnd), medianFactor: Math.exp(band.location), highFactor: at(highEnd) }
}

/** Ends and median of what a law carries, as factors on what it likely carries. */
export function factorsOfUse(use: LawUse) {
  const { lowFactor, medianFactor, highFactor } = factorsOfLaw(use)
  const ofLoad = (factor: number) => loadAt(use, factor) / use.headroom
  return { lowFactor: ofLoad(lowFactor), medianFactor: ofLoad(medianFactor), highFactor: ofLoad(highFactor) }
}

/** The band of a law inside the published range. */
export function bandFactors(band: LawBand) {
  return factorsOfLaw({ band, spread: band.spread, exceededWith: studentT(band.degreesOfFreedom).exceededWith })
}

/** The band of a law at a configuration, without a load. */
export function factorsAtSetting(band: LawBand, setting: LawSetting) {
  const { exceededWith } = studentT(band.degreesOfFreedom)
  return factorsOfLaw({ band, spread: widenedSpread(band, setting), exceededWith })
}

/** The load factors that nine of ten clusters lie between: the 5th and 95th percentile, the ceiling at most. */
export function endsOf({ laws, ceiling }: Chances): { readonly low: number; readonly high: number } {
  let [low, high] = [ceiling, ceiling]
  for (const use of laws) {
    const { band, spread, exceededWith } = use
    low = Math.min(low, loadAt(use, Math.exp(band.location + spread * exceededWith(lowEnd))))
    high = Math.min(high, loadAt(use, Math.exp(band.location + spread * exceededWith(highEnd))))
  }
  return { low, high }
}
