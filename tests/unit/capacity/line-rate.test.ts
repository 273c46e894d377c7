import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import type { Deployment } from '../../../src/contracts/scenario.ts'
import { shippedOffering, smallScenario } from './known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')
const tenGigabits = 1_250_000_000

/** Far more than the ports of the brokers carry, in large batches of many producers, on many processors. */
function flooded(deployment: Partial<Deployment>, groups = 0) {
  return predict(
    smallScenario({
      group: groups === 0 ? null : { count: groups, members: 60 },
      topic: { partitions: 60, replicationFactor: 1 },
      producer: { clients: 60, peakRecordsPerSec: 100e6, recordValueBytes: 1_000, batchBytes: 1_000_000, lingerMs: 20 },
      workload: { roundTripMs: 0.2 },
      deployment: { offering: hosts.id, size: 1, ...deployment },
    }),
    hosts,
  )
}

describe('the band of a network', () => {
  const host = { cores: 96, networkBytesPerSec: tenGigabits }

  it('never lies above the line rate of the ports, whatever other clusters reached', () => {
    const { achievable, binding } = flooded({ host })
    expect(binding[0]?.dimension).toBe('network-in')
    expect(achievable.ingressWireBytesPerSec.high).toBeLessThanOrEqual(tenGigabits * 1.001)
    expect(achievable.ingressWireBytesPerSec.high).toBeGreaterThan(tenGigabits * 0.9)
    const two = flooded({ host, size: 2 }).achievable
    expect(two.ingressWireBytesPerSec.high).toBeLessThanOrEqual(2 * tenGigabits * 1.001)
  })

  it('ends there for what brokers send, too', () => {
    const { achievable, binding } = flooded({ host }, 3)
    expect(binding[0]?.dimension).toBe('network-out')
    expect(achievable.egressWireBytesPerSec.high).toBeLessThanOrEqual(tenGigabits * 1.001)
  })

  it('reaches up to the bursts of a port that has any', () => {
    // An m5.large sustains 0.75 Gbit/s and bursts to 10.
    const { ingressWireBytesPerSec } = flooded({ tier: 'm5.large' }).achievable
    expect(ingressWireBytesPerSec.high).toBeGreaterThan(93_750_000)
    expect(ingressWireBytesPerSec.high).toBeLessThanOrEqual(tenGigabits * 1.001)
  })

  it('gives no chance to a load above the line rate', () => {
    expect(flooded({ host }).chanceMet).toBe(0)
  })
})
