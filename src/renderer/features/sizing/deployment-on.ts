import { tierOf } from '../../../capacity/limit-set.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment } from '../../../contracts/scenario.ts'

/**
 * Moves a deployment to another offering, with the first tier and the newest limits of that offering. Tier, date, volumes,
 * host and calibration of the earlier offering do not apply and are dropped. All else stays, so the size may be one that the
 * offering does not have; the answer reports that.
 */
export function deploymentOn(deployment: Deployment, id: string, offerings: readonly Offering[]): Deployment {
  const offering = offerings.find((candidate) => candidate.id === id)
  const { tier: _tier, asOf: _asOf, volume: _volume, host: _host, calibration: _calibration, ...kept } = deployment
  const tier = offering === undefined ? undefined : tierOf(offering, {})
  return { ...kept, offering: id, ...(tier === undefined ? {} : { tier }) }
}
