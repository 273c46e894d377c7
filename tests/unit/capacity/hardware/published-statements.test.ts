import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import type { Prediction } from '../../../../src/contracts/prediction.ts'
import { scenario } from '../../../../src/contracts/scenario.ts'
import { lawsOfHosts, shippedOffering } from '../known-files.ts'

const hosts = lawsOfHosts()
const aiven = shippedOffering('aiven-kafka-2017')

type Change = {
  readonly partitions?: number
  readonly topics?: number
  readonly replicationFactor?: number
  readonly recordValueBytes?: number
  readonly batchBytes?: number
  readonly size?: number
  readonly tier?: string
  readonly maxInFlight?: number
  readonly acks?: 'all'
  readonly roundTripMs?: number
}

/** A published scenario of an offering with some fields changed. */
function run(of: typeof hosts, name: string, change: Change = {}): Prediction {
  const published = of.evidence.scenarios[name]
  if (published === undefined) throw new Error(`no scenario ${name}`)
  const { workload, deployment } = published
  const { partitions, topics, replicationFactor, size, tier, roundTripMs, ...producer } = change
  const topic = {
    ...(partitions === undefined ? {} : { partitions }),
    ...(topics === undefined ? {} : { count: topics }),
    ...(replicationFactor === undefined ? {} : { replicationFactor }),
  }
  const parsed = scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name,
    workload: {
      ...workload,
      ...(roundTripMs === undefined ? {} : { roundTripMs }),
      topics: workload.topics.map((each) => ({ ...each, ...topic })),
      producers: workload.producers.map((each) => ({ ...each, ...producer })),
    },
    deployment: {
      ...deployment,
      offering: of.id,
      ...(size === undefined ? {} : { size }),
      ...(tier === undefined ? {} : { tier }),
    },
  })
  const prediction = predict(parsed, of)
  expect(prediction.refusals).toEqual([])
  return prediction
}

const records = (prediction: Prediction) => prediction.expected.recordsPerSec.likely
const payload = (prediction: Prediction) => prediction.expected.ingressPayloadBytesPerSec.likely
const cpu = (prediction: Prediction) =>
  prediction.constraints.find((each) => each.dimension === 'cpu')?.utilisation ?? 0

describe('partitions on 12 cores (Instaclustr, 2020)', () => {
  const at = (partitions: number, replicationFactor = 3, topics = 1) =>
    records(run(hosts, 'instaclustr', { partitions, replicationFactor, topics }))

  it('is best with 12 partitions, one per core', () => {
    const rates = [3, 6, 12, 24, 100, 1000, 5000].map((partitions) => at(partitions))
    expect(Math.max(...rates)).toBe(rates[2])
  })

  it('differs by at most 7 % between 3 and 100', () => {
    for (const partitions of [3, 6, 24, 48, 100]) expect(at(partitions) / at(12)).toBeGreaterThan(0.93)
  })

  it('falls to 28 % with 5,000', () => {
    expect(at(5000) / at(12)).toBeCloseTo(0.28, 2)
  })

  it('is flat without followers', () => {
    expect(at(5000, 1) / at(12, 1)).toBeCloseTo(1, 1)
  })

  it('costs more with 100 topics than with one', () => {
    expect(at(200, 3, 100)).toBeLessThan(at(20_000, 3, 1))
  })
})

describe('the slowest element (Banzai Cloud, 2020)', () => {
  it('is the storage of the hosts, at about 500 MB/s with three brokers', () => {
    const prediction = run(hosts, 'banzai')
    expect(prediction.binding.map((each) => each.id)).toEqual(['storage-bandwidth'])
    expect(payload(prediction) / 500e6).toBeGreaterThan(0.85)
    expect(payload(prediction) / 500e6).toBeLessThan(1.15)
  })

  it('carries 15 to 20 % less with records of 100 bytes in the format of old clients, with almost twice the CPU time', () => {
    const large = run(hosts, 'banzai')
    const small = run(hosts, 'banzai', { recordValueBytes: 100, batchBytes: 4_600 })
    expect(payload(small) / payload(large)).toBeGreaterThan(0.8)
    expect(payload(small) / payload(large)).toBeLessThan(0.85)
    expect((cpu(small) * small.headroom) / (cpu(large) * large.headroom)).toBeGreaterThan(1.6)
  })

  it('gains from a fourth broker', () => {
    expect(payload(run(hosts, 'banzai', { size: 4 }))).toBeGreaterThan(payload(run(hosts, 'banzai')) * 1.15)
  })
})

describe('batches, replicas and processors (Huawei, 2025)', () => {
  it('needs less CPU time with batches 16 times larger', () => {
    const small = run(hosts, 'huawei')
    const large = run(hosts, 'huawei', { batchBytes: 16_384 })
    expect(records(large)).toBeGreaterThan(records(small) * 2.5)
    expect(cpu(large) / records(large)).toBeLessThan(cpu(small) / records(small))
  })

  it('writes less with three replicas than with one', () => {
    expect(records(run(hosts, 'huawei', { replicationFactor: 3 }))).toBeLessThan(records(run(hosts, 'huawei')) / 2)
  })

  it('hides only the network with more requests in flight: little on loopback, where acks=all waits for replicas', () => {
    // Measured on one machine, RF 3, acks=all, one connection: 2,092 requests/s one by one, 2,478 with 1,000 in flight.
    const rate = (maxInFlight: number, roundTripMs: number) =>
      records(run(hosts, 'huawei', { maxInFlight, roundTripMs, acks: 'all', replicationFactor: 3 }))
    expect(rate(1000, 0.07) / rate(1, 0.07)).toBeGreaterThan(1)
    expect(rate(1000, 0.07) / rate(1, 0.07)).toBeLessThan(1.5)
    expect(rate(1000, 5) / rate(1, 5)).toBeGreaterThan(1.5)
  })
})

describe('five nodes against three (Aiven, 2017)', () => {
  it('are 1.67 to 1.95 times as fast', () => {
    const three = records(run(aiven, 'writers', { tier: 'business-8' }))
    const five = records(run(aiven, 'writers', { tier: 'premium-8', partitions: 5 }))
    expect(five / three).toBeGreaterThan(1.67)
    expect(five / three).toBeLessThan(1.95)
  })
})
