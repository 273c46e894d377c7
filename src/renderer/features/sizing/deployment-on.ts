import { tierOf } from '../../../capacity/limit-set.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment } from '../../../contracts/scenario.ts'

/**
 * Moves a deployment to another offering: with its first tier, its newest limits and no calibration, because those of the
 * earlier offering do not apply. Size, cloud and zones stay. The answer reports a size that the offering does not have.
 */
export function deploymentOn(deployment: Deployment, id: string, offerings: readonly Offering[]): Deployment {
  const offering = offerings.find((candidate) => candidate.id === id)
  const { tier: _tier, asOf: _asOf, volume: _volume, host: _host, calibration: _calibration, ...kept } = deployment
  const tier = offering === undefined ? undefined : tierOf(offering, {})
  return { ...kept, offering: id, ...(tier === undefined ? {} : { tier }) }
}
