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

describe('the band of synchronous senders', () => {
  /** 50 senders that wait 24 ms for the network alone, and at most offer what they can. */
  function waiting(acks: '1' | 'all') {
    return predict(
      smallScenario({
        group: null,
        topic: { partitions: 50, replicationFactor: 3 },
        producer: {
          clients: 50,
          synchronousSenders: 1,
          peakRecordsPerSec: 1e6,
          recordValueBytes: 500,
          lingerMs: 0,
          acks,
        },
        workload: { roundTripMs: 12 },
        deployment: { offering: hosts.id, size: 3, tier: 'm5.2xlarge', brokerRoundTripMs: 12 },
      }),
      hosts,
    ).achievable.recordsPerSec.high
  }

  it('never lies above one record of each sender in a round trip', () => {
    expect(waiting('1')).toBeLessThanOrEqual((50 * 1000) / 12 + 1)
    expect(waiting('all')).toBeLessThanOrEqual((50 * 1000) / 24 + 1)
    expect(waiting('all')).toBeGreaterThan((50 * 1000) / 25)
  })
})
