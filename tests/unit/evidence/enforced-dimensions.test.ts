import { describe, expect, it } from 'vitest'
import { dimensions } from '../../../src/contracts/dimensions.ts'
import { enforcedDimensions } from '../../../src/evidence/enforced-dimensions.ts'
import { shippedOffering } from '../capacity/known-files.ts'

function enforcedBy(
  offering: string,
  kind: 'connection' | 'embedded:kafka' | 'embedded:simulated',
  isDeclared = false,
) {
  return enforcedDimensions({ kind, isDeclaredCapacity: isDeclared }, shippedOffering(offering))
}

describe('the dimensions that a target enforces', () => {
  it('are all of them on hardware of the user’s: hosts, brokers of a size, tiers that a vendor measured', () => {
    for (const offering of ['apache-kafka-on-hosts', 'aws-msk-standard', 'aiven-kafka-2017'])
      expect(enforcedBy(offering, 'connection')).toEqual(dimensions)
  })

  it('are those of its offering on a service, each once, and what holds on any cluster', () => {
    const enforced = enforcedBy('ibm-event-streams-gen2', 'connection')
    expect([...enforced].sort()).toEqual(
      [
        'connections',
        'consumers-per-partition',
        'egress',
        'ingress',
        'partitions',
        'producer-pipeline',
        'synchronous-senders',
      ].sort(),
    )
  })

  it('are bytes in and out on embedded brokers with quotas, none without, and none on simulated ones', () => {
    for (const offering of ['apache-kafka-on-hosts', 'confluent-cloud-dedicated']) {
      expect(enforcedBy(offering, 'embedded:kafka', true)).toEqual(['ingress', 'egress'])
      expect(enforcedBy(offering, 'embedded:kafka')).toEqual([])
      expect(enforcedBy(offering, 'embedded:simulated')).toEqual([])
    }
  })
})
