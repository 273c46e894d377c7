import { tierOf } from '../../../capacity/limit-set.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment } from '../../../contracts/scenario.ts'

/**
 * The deployment on another offering: its first tier, its newest limits and no calibration, since those of the one before
 * mean nothing to it. Size, cloud and zones stay; a size that cannot be had is refused where the answer stands.
 */
export function deploymentOn(deployment: Deployment, id: string, offerings: readonly Offering[]): Deployment {
  const offering = offerings.find((candidate) => candidate.id === id)
  const { tier: _tier, asOf: _asOf, volume: _volume, host: _host, calibration: _calibration, ...kept } = deployment
  const tier = offering === undefined ? undefined : tierOf(offering, {})
  return { ...kept, offering: id, ...(tier === undefined ? {} : { tier }) }
}
