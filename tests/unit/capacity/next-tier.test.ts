import { describe, expect, it } from 'vitest'
import { nextTier } from '../../../src/capacity/next-tier.ts'
import type { Offering } from '../../../src/contracts/offering.ts'
import { shippedOffering, smallScenario } from './known-files.ts'

const redpanda = shippedOffering('redpanda-cloud-dedicated')

/** 20.7 MB/s with the framing of batches: more than tier-1 takes, less than half of tier-2. */
const scenario = smallScenario({
  topic: { partitions: 90, replicationFactor: 3 },
  producer: { peakRecordsPerSec: 300_000, recordValueBytes: 60, clients: 10, lingerMs: 5 },
  group: { members: 10 },
  deployment: { offering: redpanda.id, tier: 'tier-1', size: 1, asOf: undefined },
})

/** The offering with further tiers after its own ones, which are never reached. */
function withTiers(count: number): Offering {
  const own = redpanda.tiers ?? []
  const [first] = own
  if (first === undefined) throw new Error('Redpanda Dedicated has no tiers.')
  const more = Array.from({ length: count - own.length }, (_, index) => ({ ...first, id: `more-${index}` }))
  return { ...redpanda, tiers: [...own, ...more] }
}

describe('the next tier', () => {
  it('is looked for among 20 tiers, and among no more: such an offering lists machines', () => {
    expect([20, 21].map((count) => nextTier(scenario, withTiers(count))?.tier)).toEqual(['tier-2', undefined])
  })
})
