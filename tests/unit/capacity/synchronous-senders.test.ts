import { describe, expect, it } from 'vitest'
import { explainPrediction } from '../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'

type Parts = Parameters<typeof smallScenario>[0]

/** One client without keys: 1 ms of round trip and 0.09 ms of service without replicas. */
function predictionOf(producer: NonNullable<Parts['producer']>, topic: Parts['topic'] = {}) {
  const each = { clients: 1, peakRecordsPerSec: 5_000_000, recordValueBytes: 100, lingerMs: 0, batchBytes: 65_536 }
  const scenario = smallScenario({
    topic: { partitions: 1, replicationFactor: 1, ...topic },
    producer: { ...each, ...producer },
    group: null,
    deployment: { size: 100, asOf: '2020-04' },
    workload: { roundTripMs: 1 },
  })
  return predict(scenario, dedicated)
}

function capacityOf({ constraints }: ReturnType<typeof predictionOf>): number {
  const found = constraints.find(({ dimension }) => dimension === 'synchronous-senders')
  if (found === undefined) throw new Error('no constraint on synchronous senders')
  return found.capacity
}

const wireBytesPerRecord = ({ offered }: ReturnType<typeof predictionOf>) =>
  offered.ingressWireBytesPerSec / offered.recordsPerSec

describe('synchronous senders of one client', () => {
  it('send one record each per response time, while each has a request of its own', () => {
    expect(capacityOf(predictionOf({ synchronousSenders: 1 }))).toBeCloseTo(1000 / 1.09, 3)
    expect(capacityOf(predictionOf({ synchronousSenders: 4 }))).toBeCloseTo(4000 / 1.09, 3)
  })

  it('share requests if there are more: 60 with 5 in flight and one that fills are 10 records a request', () => {
    // Five requests under way at a time: one every 1.09 / 5 ms.
    const capacity = (10 * 5 * 1000) / 1.09
    expect(capacityOf(predictionOf({ synchronousSenders: 60, maxInFlight: 5 }))).toBeCloseTo(capacity, 2)
    expect(capacityOf(predictionOf({ synchronousSenders: 600, maxInFlight: 5 }))).toBeCloseTo(capacity * 10, 1)
  })

  it('wait for the linger with each record: 8 in 11.09 ms', () => {
    expect(capacityOf(predictionOf({ synchronousSenders: 8, lingerMs: 10 }))).toBeCloseTo(8000 / 11.09, 3)
  })

  it('all share one request with a linger of 1 ms or more, and half way to it with half of that', () => {
    const lingering = (lingerMs: number) => wireBytesPerRecord(predictionOf({ synchronousSenders: 60, lingerMs })) - 110
    expect(lingering(1)).toBeCloseTo(61 / 60, 0)
    expect(lingering(10)).toBeCloseTo(61 / 60, 0)
    // 60 / (1 + 5 x 0.5) records a request.
    expect(lingering(0.5)).toBeCloseTo((61 * 3.5) / 60, 0)
  })

  it('wait for the linger with keys on however few brokers, because each partition has a batch of its own', () => {
    const capacityAt = (size: number) => {
      const scenario = smallScenario({
        topic: { partitions: 1_000, replicationFactor: 3 },
        producer: {
          ...{ clients: 1, peakRecordsPerSec: 1_000, recordValueBytes: 6_000, lingerMs: 2_000, batchBytes: 40_000 },
          ...{ keys: { kind: 'uniform', distinct: 1_000_000 }, synchronousSenders: 21 },
        },
        group: null,
        deployment: { offering: 'confluent-cloud-basic', size, asOf: '2026-02' },
        workload: { roundTripMs: 1 },
      })
      return capacityOf(predict(scenario, shippedOffering('confluent-cloud-basic')))
    }
    expect(capacityAt(1)).toBeLessThan(21 / 2)
    expect(capacityAt(1) / capacityAt(50)).toBeCloseTo(1, 1)
  })

  it('do not wait for the linger where they fill a whole batch: 8 of 1,000 bytes fill one of 4,096', () => {
    const large = { recordValueBytes: 1_000, batchBytes: 4_096, lingerMs: 500 }
    const [few, enough] = [2, 8].map((synchronousSenders) => capacityOf(predictionOf({ ...large, synchronousSenders })))
    expect(few).toBeCloseTo(2000 / 501.09, 3)
    // The linger is no longer than the response that the next batch waits for: 8 in 2.18 ms.
    expect(enough).toBeCloseTo(8000 / 2.18, 3)
  })

  it('of an idempotent producer have no more than five requests in flight', () => {
    const [plain, idempotent] = [false, true].map((isIdempotent) =>
      capacityOf(predictionOf({ synchronousSenders: 11, maxInFlight: 10, isIdempotent })),
    )
    expect(plain).toBeCloseTo((10 * 1000) / 1.09, 2)
    expect(idempotent).toBeCloseTo((11 / 6) * 5 * (1000 / 1.09), 2)
  })

  it('are the answer to what binds, in words, with what would help', () => {
    const prediction = predictionOf({ synchronousSenders: 8 })
    expect(prediction.binding.map(({ dimension }) => dimension)).toEqual(['synchronous-senders'])
    expect(explainPrediction(prediction)).toContain('8 senders / 1.308 ms')
    expect(prediction.advice.map(({ id }) => id)).toContain('more-senders')
  })

  it('never wait with acks=0', () => {
    const prediction = predictionOf({ synchronousSenders: 1, acks: '0' })
    expect(prediction.constraints.map(({ dimension }) => dimension)).not.toContain('synchronous-senders')
    expect(prediction.achievable).toEqual(predictionOf({ acks: '0' }).achievable)
  })

  it('send no more than a client that does not wait, and as much if they are enough to fill its requests', () => {
    const free = predictionOf({}).constraints.find(({ dimension }) => dimension === 'producer-pipeline')?.capacity ?? 0
    expect(capacityOf(predictionOf({ synchronousSenders: 10 }))).toBeLessThan(free / 10)
    expect(capacityOf(predictionOf({ synchronousSenders: 100_000 }))).toBeCloseTo(free, 3)
  })

  it('send emptier batches: one record in 61 bytes of header', () => {
    const batch = wireBytesPerRecord(predictionOf({ synchronousSenders: 1 }))
    expect(batch).toBeCloseTo(61 + 110, 0)
    expect(wireBytesPerRecord(predictionOf({ synchronousSenders: 60 }))).toBeCloseTo(6.1 + 110, 0)
  })
})

describe('synchronous senders with keys', () => {
  const keyed = { keys: { kind: 'uniform', distinct: 1_000_000 }, recordKeyBytes: 8, synchronousSenders: 300 } as const

  it('spread over the connections to the brokers that lead partitions', () => {
    const one = capacityOf(predictionOf({ ...keyed, maxInFlight: 5 }))
    const many = capacityOf(predictionOf({ ...keyed, maxInFlight: 5 }, { partitions: 300 }))
    // One connection has 50 records a request, five in flight; 300 brokers have one record each under way.
    expect(one).toBeCloseTo((50 * 5 * 1000) / 1.09, 0)
    expect(many).toBeCloseTo((300 * 1000) / 1.09, 0)
  })
})

describe('synchronous senders of many clients', () => {
  it('raise the rate with the clients, since each has connections of its own', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const shares = [1, 10].map((clients) => {
      const scenario = smallScenario({
        topic: { partitions: 12, replicationFactor: 3 },
        producer: { clients, peakRecordsPerSec: 1_000, recordValueBytes: 100, lingerMs: 0, synchronousSenders: 1 },
        group: null,
        deployment: { offering: hosts.id, size: 3, tier: 'm5.large', asOf: undefined },
      })
      const found = predict(scenario, hosts).constraints.find(({ dimension }) => dimension === 'synchronous-senders')
      return found?.utilisation ?? 0
    })
    expect((shares[0] ?? 0) / (shares[1] ?? 1)).toBeCloseTo(10, 6)
  })
})

describe('bytes that synchronous senders leave on a service', () => {
  it('are those of its own brokers, also where a run on other brokers fills batches otherwise', () => {
    const offering = shippedOffering('huawei-dms-kafka')
    const scenario = smallScenario({
      topic: { partitions: 12, replicationFactor: 1, retentionMs: 1000 },
      producer: { synchronousSenders: 60, lingerMs: 0, keys: { kind: 'uniform', distinct: 1000 }, recordKeyBytes: 8 },
      group: null,
      deployment: { offering: offering.id, size: 3, tier: 'kafka.2u4g.cluster', asOf: '2026-11' },
    })
    const storedOn = (brokers: number) => {
      const { models, offered } = solve(scenario, offering, { capacityScale: 1, allowsBurst: false, brokers })
      return models.find(({ dimension }) => dimension === 'storage')?.demandAt(offered)
    }
    expect(storedOn(3)).toBeGreaterThan(0)
    expect(storedOn(1)).toBe(storedOn(3))
  })
})
