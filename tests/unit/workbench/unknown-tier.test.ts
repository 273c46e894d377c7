import { describe, expect, it } from 'vitest'
import { refuseUnknownTier } from '../../../src/workbench/calibration/calibrated-models.ts'
import { shippedOffering } from '../capacity/known-files.ts'

const remedyOf = (offering: string, tier: string) => {
  try {
    refuseUnknownTier({ offering, size: 1, tier }, shippedOffering(offering))
  } catch (error) {
    return Object(error).remedy
  }
  return null
}

describe('a tier that is not known', () => {
  it('of hosts can be a host that the scenario describes', () => {
    expect(remedyOf('apache-kafka-on-hosts', 'Standard_D13_v2')).toContain(
      'describe the host in deployment.host (cores,',
    )
    expect(remedyOf('apache-kafka-on-hosts', 'm5.large')).toBeNull()
  })

  it('of a service is one of its own', () => {
    expect(remedyOf('aws-msk-express', 'huge')).toBe('Name one of its tiers, or see them')
  })
})
