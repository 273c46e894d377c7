/** What a scenario states of a time has no doubt: docs/decisions/bands.md, rule 12. */
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { mostDoubt, type RequestTime, timeOfRequest } from '../../../src/capacity/request-time.ts'
import { sensitivityOf, timeLawOfPieces } from '../../../src/capacity/time-law.ts'
import type { Prediction } from '../../../src/contracts/prediction.ts'
import { dedicated, lawsOfHosts, shippedOffering, smallScenario } from './known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')

type Parts = Parameters<typeof smallScenario>[0]

function scenarioOf(parts: Parts) {
  return smallScenario({
    group: null,
    topic: { partitions: 6, replicationFactor: 3, ...parts.topic },
    producer: {
      clients: 1,
      peakRecordsPerSec: 1e6,
      recordValueBytes: 500,
      lingerMs: 0,
      acks: 'all',
      ...parts.producer,
    },
    workload: { roundTripMs: 1, ...parts.workload },
    deployment: { offering: hosts.id, size: 3, tier: 'm5.2xlarge', asOf: undefined, ...parts.deployment },
  })
}

const recordsOf = (parts: Parts, model = hosts) => predict(scenarioOf(parts), model).achievable.recordsPerSec

const lawOf = ({ laws = [] }: Prediction, law: string) => laws.find((each) => each.law === law)

describe('a sender that waits, 24 ms away', () => {
  const far = { workload: { roundTripMs: 24 }, producer: { synchronousSenders: 1 } }

  it('likely sends nearly what its round trips allow, and never more', () => {
    const { low, likely, high } = recordsOf(far)
    expect(likely).toBeGreaterThan(0.95 * (1000 / 24))
    expect(high).toBeLessThanOrEqual(1000 / 24)
    expect(low).toBeGreaterThan(0.8 * (1000 / 24))
  })

  it('takes the doubt in what the brokers add, which is most of the time next to them', () => {
    const near = recordsOf({ ...far, workload: { roundTripMs: 0.01 } })
    const law = recordsOf({ ...far, workload: { roundTripMs: 0.01 } }, lawsOfHosts())
    expect(near.likely / law.likely).toBeLessThan(0.5)
    expect(near.high / near.low).toBeGreaterThan(5)
  })

  it('waits for the followers of another region as well, and for its linger', () => {
    const { likely } = recordsOf({
      producer: { synchronousSenders: 16, lingerMs: 50 },
      deployment: { brokerRoundTripMs: 24 },
    })
    expect(likely).toBeGreaterThan(0.95 * (16_000 / 75))
    expect(likely).toBeLessThan(16_000 / 75)
  })

  it('has a chance that falls from one to none within what the brokers add', () => {
    const chanceAt = (peakRecordsPerSec: number) =>
      predict(scenarioOf({ ...far, producer: { ...far.producer, peakRecordsPerSec } }), hosts).chanceMet ?? 0
    expect(chanceAt(30)).toBeGreaterThan(0.97)
    expect(chanceAt(40)).toBeGreaterThan(0.4)
    expect(chanceAt(42)).toBe(0)
  })

  it('is not slowed in its network by brokers with other work', () => {
    const senders = { name: 'far', topic: 'orders', clients: 1, synchronousSenders: 1, peakRecordsPerSec: 1 }
    const share = (others: number) => {
      const scenario = scenarioOf({ ...far, deployment: { host: { cores: 2 }, tier: undefined } })
      const [first] = scenario.workload.producers
      if (first === undefined) throw new Error('no producer')
      const busy = { ...first, name: 'busy', clients: 50, synchronousSenders: undefined, peakRecordsPerSec: others }
      const workload = { ...scenario.workload, producers: [{ ...first, ...senders, topic: first.topic }, busy] }
      const found = predict({ ...scenario, workload }, hosts).constraints
      return found.find(({ dimension }) => dimension === 'synchronous-senders')?.utilisation ?? 0
    }
    expect(share(200_000)).toBeGreaterThan(share(1))
    expect(share(200_000)).toBeLessThan(1.3 * share(1))
  })
})

describe('what is stated in other laws', () => {
  it('bounds what followers of another region fetch of a partition: 1 MiB in each round trip', () => {
    const { likely, high } = recordsOf({
      topic: { partitions: 1, replicationFactor: 3 },
      producer: { clients: 50, recordValueBytes: 1000, batchBytes: 1e6, lingerMs: 100 },
      deployment: { brokerRoundTripMs: 24, tier: 'm5.8xlarge' },
    })
    const most = 1_048_576 / 0.024 / 1000
    expect(high).toBeLessThan(most)
    expect(likely).toBeGreaterThan(0.6 * most)
  })

  it('bounds the flushes of a partition: at least one sync of the disk each', () => {
    const flushes = (diskSyncMs: number) =>
      lawOf(
        predict(
          scenarioOf({
            topic: { partitions: 1, replicationFactor: 1, flushMessages: 1 },
            producer: { clients: 100, peakRecordsPerSec: 100, batchBytes: 100 },
            deployment: { diskSyncMs },
          }),
          hosts,
        ),
        'storage',
      )
    const { headroom = 0, highFactor = 0 } = flushes(10) ?? {}
    // 100 records/s are 100 flushes/s; one sync of 10 ms each allows 100/s.
    expect(headroom * highFactor).toBeLessThanOrEqual(1)
    expect(headroom * highFactor).toBeGreaterThan(0.5)
  })

  it('raises what a far connection likely carries, and not the end of its band above', () => {
    const parts = { workload: { roundTripMs: 100 }, producer: { peakRecordsPerSec: 1e6 } }
    const { low, likely, high } = recordsOf(parts)
    const { likely: law } = recordsOf(parts, lawsOfHosts())
    const bands = hosts.model === 'broker-hardware' ? (hosts.hardware.lawBands ?? []) : []
    const pipeline = bands.find((band) => band.law === 'producer-pipeline')
    expect(likely / law).toBeGreaterThan(0.95)
    const near = lawOf(predict(scenarioOf({ producer: { peakRecordsPerSec: 1e6 } }), hosts), 'producer-pipeline')
    const usual = (near?.highFactor ?? 0) * Math.exp(pipeline?.location ?? 0)
    expect(high / law).toBeCloseTo(usual, 1)
    expect(low / likely).toBeCloseTo(near?.lowFactor ?? 0, 2)
  })

  it('keeps a service from being faster than the round trip to it', () => {
    const scenario = smallScenario({
      group: null,
      producer: { clients: 1, synchronousSenders: 1, peakRecordsPerSec: 1000, lingerMs: 0 },
      workload: { roundTripMs: 24 },
      deployment: { size: 1, asOf: '2020-04' },
    })
    const { low, high } = predict(scenario, dedicated).achievable.recordsPerSec
    expect(high).toBeLessThanOrEqual(1000 / 24)
    expect(low).toBeGreaterThan(0.9 * (1000 / 24))
  })
})

describe('the time of a request', () => {
  const time: RequestTime = {
    ...{ statedRoundTripMs: 10, assumedRoundTripMs: 1, statedServiceMs: 2, serviceMs: 0.5, bytesMs: 0, inFlight: 5 },
  }

  it('stretches what is not stated only', () => {
    // (10 + 1 x 2 + 2 + 0.5 x 2 x 3) / 5 ms; with 100 times the doubt the service alone is longer.
    expect(timeOfRequest(time, { doubt: 2, slowdown: 3 })).toBeCloseTo(3 + 2, 9)
    expect(timeOfRequest({ ...time, inFlight: 1 }, { doubt: 2, slowdown: 3 })).toBeCloseTo(17, 9)
    expect(timeOfRequest({ ...time, inFlight: null }, { doubt: 2, slowdown: 1 })).toBeCloseTo(3, 9)
  })

  it.each([0.3, 1, 4, 50])('has the doubt %d as the most that its time allows', (doubt) => {
    for (const inFlight of [null, 1, 5]) {
      const of = { ...time, inFlight }
      expect(mostDoubt(of, timeOfRequest(of, { doubt, slowdown: 1.5 }), 1.5)).toBeCloseTo(doubt, 6)
    }
    expect(mostDoubt(time, 2.3, 1)).toBeLessThanOrEqual(0)
  })

  it('leaves the law the less to decide, the more of it is stated', () => {
    const law = timeLawOfPieces({ statedMs: 9, lawMs: 1, atOnce: 1 }, () => 1)
    if (law === undefined) throw new Error('no law')
    expect(law.capacityAt(1)).toBeCloseTo(100, 9)
    expect(law.capacityAt(0.5)).toBeCloseTo(1000 / 11, 9)
    // One percent of the whole time is ten of the rest.
    expect(sensitivityOf(law, 1)).toBeCloseTo(10, 1)
    expect(timeLawOfPieces({ statedMs: 0, lawMs: 1, atOnce: 1 }, () => 1)).toBeUndefined()
  })
})
