/**
 * Computes the bands by law from first-sight predictions: docs/decisions/bands.md, rules 1 to 5, 14 and 15.
 */
import { rangeOfSettings } from '../capacity/own-band.ts'
import type { FirstSight, PublishedPoint } from '../contracts/evidence.ts'
import { type Law, type LawBand, type LawSetting, lawOf, laws } from '../contracts/law-bands.ts'
import { type PublishedObservation, publicationOf } from './published-observations.ts'
import { weightsOf } from './smallest-width.ts'

/** The distribution of all laws together has the weight of this many publications in the band of each law. */
const poolWeight = 3

/** Degrees of freedom in addition to the weighted publications. */
const extraDegrees = 2

/** Weight factor of a residual for each change of its law since the prediction. */
const changedWeight = 0.5

/** What the client of a figure limits is no evidence for these laws: they are of brokers. */
const lawsOfBrokers: readonly Law[] = ['network', 'storage', 'processors', 'partition']

/** A figure's error at first sight, with its laws. */
export type LawResidual = {
  readonly id: string
  readonly publication: string
  /** The law that bound the prediction, whose band judges the figure; null if it was not recorded. */
  readonly boundBy: Law | null
  /** The law whose band is made from the figure; null if it counts for all laws together only. */
  readonly law: Law | null
  /** ln(published / what the law gave) at first sight. */
  readonly log: number
  /** Number of changes that were made to the model in view of the figure since then. */
  readonly changes: number
  readonly setting: LawSetting
}

/**
 * Returns the residuals of figures with a first-sight prediction, without those that test the bands. Lower bounds, CPU
 * shares, and predictions that the offered load bound say nothing about a law, so they are left out.
 */
export function lawResiduals(
  observations: readonly PublishedObservation[],
  settingOf: (observation: PublishedObservation) => LawSetting,
): LawResidual[] {
  return observations.flatMap((observation) => {
    const { point, value, isCensored } = observation
    const { firstSight, quantity } = point
    if (firstSight === undefined || isCensored || quantity === 'cpuFraction') return []
    if (firstSight.testsBands === true) return []
    if (firstSight.binding === 'offered-load') return []
    const { likely, likelyFactor = 1, changed } = firstSight
    const boundBy = boundLaw(firstSight)
    return [
      {
        id: point.id,
        publication: publicationOf(point),
        boundBy,
        law: countedLaw(boundBy, point),
        log: Math.log(value / (likely / likelyFactor)),
        changes: changed?.length ?? 0,
        setting: settingOf(observation),
      },
    ]
  })
}

/** The law that bound a prediction at first sight; null if it was not recorded, or was none. */
export function boundLaw({ binding }: Pick<FirstSight, 'binding'>): Law | null {
  return binding === undefined || binding === 'offered-load' ? null : lawOf(binding)
}

/**
 * The law that a figure counts for: that of the client if it limited the figure, although a law of brokers bound the
 * prediction. A client of a library that the model does not know counts for no law of clients.
 */
function countedLaw(
  boundBy: Law | null,
  { limitedByClient, unknownLibrary }: Pick<PublishedPoint, 'limitedByClient' | 'unknownLibrary'>,
): Law | null {
  const isOfBrokers = boundBy === null || lawsOfBrokers.includes(boundBy)
  const ofClient = limitedByClient?.clients === 'producers' ? 'producer-client' : 'consumer-client'
  const law = limitedByClient !== undefined && isOfBrokers ? ofClient : boundBy
  const isOfClients = law === 'producer-client' || law === 'consumer-client'
  return isOfClients && unknownLibrary !== undefined ? null : law
}

/** The band of each law; null without residuals. */
export function lawBandsOf(residuals: readonly LawResidual[]): LawBand[] | null {
  if (residuals.length === 0) return null
  const pool = weighed(residuals)
  return laws.map((law) => {
    const own = residuals.filter((each) => each.law === law)
    const { weight, mean, variance } = weighed(own)
    const share = weight / (weight + poolWeight)
    return {
      law,
      location: rounded(share * mean + (1 - share) * pool.mean),
      spread: rounded(Math.sqrt(share * variance + (1 - share) * pool.variance)),
      degreesOfFreedom: rounded(weight + extraDegrees),
      figures: own.length,
      publications: new Set(own.map(({ publication }) => publication)).size,
      weight: rounded(weight),
      range: rangeOfSettings((own.length === 0 ? residuals : own).map(({ setting }) => setting)),
    }
  })
}

/** Rounds a value more finely than the data are known, so that it is the same on every machine. */
function rounded(value: number): number {
  return Number(value.toPrecision(6))
}

/** Weighted mean and variance of a group. All figures of one publication together have a weight of one. */
function weighed(residuals: readonly LawResidual[]): { weight: number; mean: number; variance: number } {
  const weigh = weightsOf(residuals)
  const weighted = residuals.map((each) => ({ log: each.log, weight: changedWeight ** each.changes * weigh(each) }))
  const weight = weighted.reduce((sum, each) => sum + each.weight, 0)
  if (weight === 0) return { weight, mean: 0, variance: 0 }
  const mean = weighted.reduce((sum, each) => sum + each.weight * each.log, 0) / weight
  const variance = weighted.reduce((sum, each) => sum + each.weight * (each.log - mean) ** 2, 0) / weight
  return { weight, mean, variance }
}
