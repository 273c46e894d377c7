import { describe, expect, it } from 'vitest'
import { batchesAt } from '../../../src/capacity/batching.ts'
import { selectLimitSet } from '../../../src/capacity/limit-set.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { describeSituation, type Situation } from '../../../src/capacity/situation.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { trafficAt } from '../../../src/capacity/traffic.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'

function situationOf(scenario: Scenario, brokers: number): Situation {
  const limits = selectLimitSet(dedicated, { asOf: '2020-04' })
  return describeSituation(scenario, dedicated, limits, {
    context: { capacityScale: 1, allowsBurst: true, brokers },
    size: 2,
  })
}

function produceRequestsPerSec(scenario: Scenario, brokers = 1): number {
  const [load] = situationOf(scenario, brokers).producers
  return load ? batchesAt(load, load.producer.peakRecordsPerSec).requestsPerSec : Number.NaN
}

const keyed = { keys: { kind: 'uniform' as const, distinct: 1_000_000 }, recordKeyBytes: 8, lingerMs: 10 }

describe('records become requests', () => {
  it('as measured with librdkafka: 6,612 requests/s from 20,000 keyed records/s over 108 partitions', () => {
    const scenario = smallScenario({
      topic: { partitions: 108, replicationFactor: 1 },
      producer: { ...keyed, peakRecordsPerSec: 20_000 },
      workload: { roundTripMs: 0.1 },
    })
    const requests = produceRequestsPerSec(scenario)
    expect(requests).toBeCloseTo(7013, -1)
    expect(Math.abs(requests / 6612 - 1)).toBeLessThan(0.1)
  })

  it('as measured with Java: 85 requests/s from the same load', () => {
    const scenario = smallScenario({
      topic: { partitions: 108, replicationFactor: 1 },
      producer: { ...keyed, peakRecordsPerSec: 20_000 },
      workload: { clientFamily: 'java' },
    })
    expect(Math.abs(produceRequestsPerSec(scenario) / 85 - 1)).toBeLessThan(0.2)
  })

  it('with full batches if records wait behind a busy connection, with any linger', () => {
    const producer = { clients: 1, lingerMs: 0, recordValueBytes: 100, batchBytes: 8196, peakRecordsPerSec: 2_000_000 }
    const scenario = smallScenario({ topic: { replicationFactor: 1 }, producer })
    const [load] = situationOf(scenario, 3).producers
    const batches = load && batchesAt(load, 2_000_000)
    expect(batches?.recordsPerBatch).toBeCloseTo(load?.fullBatchRecords ?? 0, 6)
    expect(batches?.requestsPerSec).toBe(batches?.batchesPerSec)
    // Far below what its connections take, each record goes by itself.
    expect(load && batchesAt(load, 1000).recordsPerBatch).toBe(1)
  })

  it('one full batch at a time without keys', () => {
    const scenario = smallScenario({ producer: { peakRecordsPerSec: 31_000, lingerMs: 10 } })
    expect(produceRequestsPerSec(scenario)).toBeCloseTo(1000, 6)
  })

  it('at most as many as the connections carry: 1 / 0.404 ms each, while records fill batches', () => {
    const producer = { peakRecordsPerSec: 31_000, lingerMs: 0, maxInFlight: 1000 }
    expect(produceRequestsPerSec(smallScenario({ producer }))).toBeCloseTo(1000 / 0.404, 6)
  })
})

describe('bytes become fetches', () => {
  const fetches = (fetchMinBytes: number, fetchMaxWaitMs = 500) => {
    const scenario = smallScenario({
      producer: { peakRecordsPerSec: 31_000, lingerMs: 10 },
      group: { members: 2, fetchMinBytes, fetchMaxWaitMs },
      workload: { roundTripMs: 1 },
    })
    const { requestsPerSec, produceRequestsPerSec = 0 } = predict(scenario, dedicated, { brokers: 1 })
    expect(produceRequestsPerSec).toBeCloseTo(1000, 6)
    return requestsPerSec - produceRequestsPerSec
  }

  it('as often as batches arrive, at least a round trip apart', () => {
    // 500 batches/s for each of two members on one broker: 2 / (1 ms + 2 ms).
    expect(fetches(1)).toBeCloseTo(666.7, 1)
  })

  it('as often as fetch.min.bytes are collected', () => {
    // 16,212 bytes x 1,000 / 2 members = 8.1 MB/s: 65,536 bytes every 8.08 ms.
    expect(fetches(65_536)).toBeCloseTo((2 * 8_106_000) / 65_536, 0)
  })

  it('at the latest after fetch.max.wait.ms', () => {
    expect(fetches(50_000_000, 99)).toBeCloseTo(20, 6)
  })
})

describe('records wait for full batches', () => {
  const hosts = shippedOffering('apache-kafka-on-hosts')
  const manySmallRequests = smallScenario({
    topic: { replicationFactor: 3 },
    producer: { peakRecordsPerSec: 150_000, clients: 200, recordValueBytes: 100, lingerMs: 0, acks: '1' },
    workload: { clientFamily: 'java', roundTripMs: 0.2 },
    group: null,
    deployment: { offering: hosts.id, tier: 'm5.large', size: 3, asOf: undefined },
  })
  const { situation } = solve(manySmallRequests, hosts)
  const at = (factor: number) => {
    const { waitingShare, broker } = trafficAt(situation, factor)
    return { waitingShare, utilisation: broker?.utilisation ?? Number.NaN }
  }
  const between = (low: number, high: number) =>
    Array.from({ length: 400 }, (_, index) => at(low + ((high - low) * index) / 400))

  it('only if brokers are saturated: none below that, however close, and some from there on', () => {
    const around = between(0.1, 0.14)
    const firstWaiting = around.findIndex(({ waitingShare }) => waitingShare !== 0)
    const [below, beyond] = [around.slice(0, firstWaiting), around.slice(firstWaiting)]
    expect(below.at(-1)?.utilisation).toBeGreaterThan(0.999)
    expect(below.filter(({ utilisation }) => utilisation > 1)).toEqual([])
    expect(beyond.length).toBeGreaterThan(100)
    expect(beyond.filter(({ waitingShare }) => waitingShare === 0)).toEqual([])
  })

  it('as few as brokers then carry, which stay just saturated until all records wait', () => {
    const heavy = between(0.2, 4)
    expect(heavy.filter(({ utilisation }) => Math.abs(utilisation - 1) > 1e-6)).toEqual([])
    const shares = heavy.map(({ waitingShare }) => waitingShare)
    expect(shares[0]).toBeGreaterThan(0)
    expect(shares.at(-1)).toBeLessThan(1)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
  })

  it('all of them if full batches are too much too, and the brokers are over their capacity', () => {
    expect(at(8)).toMatchObject({ waitingShare: 1 })
    expect(at(8).utilisation).toBeGreaterThan(1.5)
  })
})
