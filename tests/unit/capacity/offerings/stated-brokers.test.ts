import { describe, expect, it } from 'vitest'
import { shippedOffering } from '../known-files.ts'
import { predictKnown } from './known-case.ts'

describe('the Free plan of Aiven', () => {
  it('keeps no third replica on the two nodes that are assumed', () => {
    const refusals = (replicationFactor: number) =>
      predictKnown(shippedOffering('aiven-kafka-small'), {
        tier: 'free',
        partitions: 10,
        replicationFactor,
        ingressMegabytesPerSec: 0.1,
      }).refusals
    expect(refusals(2)).toEqual([])
    expect(refusals(3)).toEqual([
      '"events" asks for 3 replicas: 2 brokers are assumed (their number is not published), and keep one each.',
    ])
  })
})
