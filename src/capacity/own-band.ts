/**
 * The band of a law on a user's own cluster, computed from runs that the law limited: docs/decisions/bands.md, rule 8.
 */
import {
  type LawBand,
  type LawQuantity,
  type LawRange,
  type LawSetting,
  lawQuantities,
} from '../contracts/law-bands.ts'
import type { Offering } from '../contracts/offering.ts'

/**
 * Assumed standard deviation of a measured rate, in logarithms. Used until there are three runs, which show the real
 * one.
 */
const noiseOfRun = 0.05
const minRunsForSpread = 3

/** Lower bound of the spread. Runs cannot measure as finely. */
const minSpread = 0.01

/** Degrees of freedom in addition to those of the runs. */
const extraDegrees = 2

/** A run at the limit of a law. */
export type LawRun = {
  readonly setting: LawSetting
  /** ln of the factor on the law's predicted value with which the prediction would equal the measured rate. */
  readonly log: number
  /** Change of `log` per change of ln(measured rate): above 1 if the scenario states a part of the law's time. */
  readonly sensitivity: number
}

/**
 * The band of the law after the runs, of which there is at least one. They replace the publications.
 *
 * @param predictedFactor predicted value of the runs / the law's value
 */
export function ownBand(
  published: LawBand,
  runs: readonly LawRun[],
  predictedFactor = published.own?.capacityFactor ?? 1,
): LawBand {
  const mean = runs.reduce((sum, { log }) => sum + log, 0) / runs.length
  const squares = runs.reduce((sum, { log }) => sum + (log - mean) ** 2, 0)
  const noise = noiseOfRun * Math.max(...runs.map(({ sensitivity }) => sensitivity))
  const spread = runs.length < minRunsForSpread ? noise : Math.sqrt(squares / (runs.length - 1))
  return {
    ...published,
    location: 0,
    spread: Math.max(minSpread, spread),
    degreesOfFreedom: runs.length + extraDegrees,
    range: rangeOfSettings(runs.map(({ setting }) => setting)),
    own: { runs: runs.length, capacityFactor: predictedFactor * Math.exp(mean) },
  }
}

/** Minimum and maximum of each quantity. */
export function rangeOfSettings(settings: readonly LawSetting[]): LawRange {
  const rangeOf = (quantity: LawQuantity) => {
    const values = settings.map((setting) => setting[quantity])
    return [quantity, { least: Math.min(...values), most: Math.max(...values) }] as const
  }
  return Object.fromEntries(lawQuantities.map(rangeOf)) as LawRange
}

/** The model with these bands replacing its bands of the same laws. A model without bands by law is returned unchanged. */
export function withLawBands(model: Offering, bands: readonly LawBand[]): Offering {
  if (bands.length === 0 || model.model !== 'broker-hardware' || model.hardware.lawBands === undefined) return model
  const lawBands = model.hardware.lawBands.map((band) => bands.find(({ law }) => law === band.law) ?? band)
  return { ...model, hardware: { ...model.hardware, lawBands } }
}
