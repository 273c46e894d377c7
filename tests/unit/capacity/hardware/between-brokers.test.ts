import { describe, expect, it } from 'vitest'
import { explainPrediction } from '../../../../src/capacity/explain-prediction.ts'
import { type Change, predictSingleRecords } from './single-records.ts'

/** One producer, one partition of three replicas on three brokers. */
const base: Change = {
  topic: { replicationFactor: 3 },
  producer: { clients: 1, peakRecordsPerSec: 1000, maxInFlight: 5 },
  deployment: { size: 3 },
}

const run = (change: Change = {}) => predictSingleRecords(base, change)

/** Time between two requests on the producer's connection, in ms. */
function requestMs(change?: Change): number {
  const pipeline = run(change).constraints.find(({ dimension }) => dimension === 'producer-pipeline')
  if (pipeline === undefined) throw new Error('no pipeline constraint')
  return 1000 / pipeline.capacity
}

describe('a round trip between brokers', () => {
  it('lengthens each request with acks=all by itself, however many are in flight', () => {
    for (const maxInFlight of [1, 5]) {
      const near = requestMs({ producer: { maxInFlight } })
      for (const brokerRoundTripMs of [1, 5]) {
        const far = requestMs({ producer: { maxInFlight }, deployment: { brokerRoundTripMs } })
        expect(far - near).toBeCloseTo(brokerRoundTripMs, 9)
      }
    }
  })

  it('costs a request nothing without followers, or if no request waits for them', () => {
    const far = { brokerRoundTripMs: 5 }
    const alone = { topic: { replicationFactor: 1 } }
    expect(requestMs({ ...alone, deployment: far })).toBe(requestMs(alone))
    const asynchronous = { producer: { acks: '1' as const } }
    expect(requestMs({ ...asynchronous, deployment: far })).toBe(requestMs(asynchronous))
  })

  it('bounds one partition: a follower fetches 1 MiB of it at a time', () => {
    const replicated = (brokerRoundTripMs?: number) => {
      const { constraints } = run({ deployment: brokerRoundTripMs === undefined ? {} : { brokerRoundTripMs } })
      return constraints.find(({ id }) => id.startsWith('partition-replication'))?.capacity ?? 0
    }
    const near = replicated()
    expect(1 / replicated(24) - 1 / near).toBeCloseTo(0.024 / 1_048_576, 15)
    expect(replicated(24)).toBeLessThan(1_048_576 / 0.024)
  })

  it('is named in the formula, and asked for where brokers are in several zones', () => {
    const far = run({ deployment: { zones: 'multi', brokerRoundTripMs: 1.5 } })
    expect(explainPrediction(far)).toMatch(/per request \/ \([\d.]+ ms, of which 1\.5 ms between brokers\)/)
    const asked = (change: Change) => run(change).assumptions.find(({ id }) => id === 'broker-round-trip')
    expect(asked({ deployment: { zones: 'multi' } })?.field).toBe('deployment.brokerRoundTripMs')
    expect(asked({ deployment: { zones: 'multi', brokerRoundTripMs: 1.5 } })).toBeUndefined()
    expect(asked({ deployment: {} })).toBeUndefined()
    expect(asked({ deployment: { zones: 'multi' }, producer: { acks: '1' } })).toBeUndefined()
  })
})
