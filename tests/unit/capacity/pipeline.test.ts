import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { type ScenarioInput, scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'

function pipelineOf(producer: NonNullable<Parameters<typeof smallScenario>[0]['producer']>, offering = dedicated) {
  const deployment = { offering: offering.id, asOf: '2026-11', size: 2 }
  const { constraints, assumptions } = predict(smallScenario({ producer, deployment }), offering)
  const found = constraints.find(({ dimension }) => dimension === 'producer-pipeline')
  if (found === undefined) throw new Error('no pipeline constraint')
  return { ...found, assumptions }
}

describe('a connection of a producer to a service', () => {
  it('carries no more than one flow of the network: 5 Gbit/s are fewer than 625 records/s of 1 MB', () => {
    const { capacity } = pipelineOf({ recordValueBytes: 1_000_000, batchBytes: 1_048_576, clients: 1 })
    expect(capacity).toBeGreaterThan(620)
    expect(capacity).toBeLessThan(625)
    const noAnswer = pipelineOf({ recordValueBytes: 1_000_000, batchBytes: 1_048_576, clients: 1, acks: '0' })
    expect(noAnswer.capacity).toBeCloseTo(capacity, 6)
  })

  it('waits for object storage at Freight, which requests in flight hide: 5 of 31 records in 501.4 ms', () => {
    const freight = shippedOffering('confluent-cloud-freight')
    const { capacity, assumptions } = pipelineOf({ clients: 1, maxInFlight: 5, isIdempotent: false }, freight)
    // 500 ms of the storage, 1 ms of the round trip, 0.404 ms of the service.
    expect(capacity).toBeCloseTo((5 * 31) / 0.501404, 1)
    expect(assumptions.map(({ id }) => id)).toContain('produce-wait')
    const oneAtOnce = pipelineOf({ clients: 1, maxInFlight: 1, isIdempotent: false }, freight)
    expect(capacity / oneAtOnce.capacity).toBeCloseTo(5, 6)
  })
})

describe('brokers over their capacity', () => {
  const hosts = shippedOffering('apache-kafka-on-hosts')

  /** 20 GB/s of small batches at three small hosts, written with acks=all. */
  function overloaded(factor: number) {
    const workload: ScenarioInput['workload'] = {
      topics: [{ name: 'orders', partitions: 300, replicationFactor: 3 }],
      producers: [
        {
          name: 'writer',
          topic: 'orders',
          clients: 400,
          peakRecordsPerSec: 2_000_000 * factor,
          recordValueBytes: 100,
          batchBytes: 200,
          lingerMs: 0,
        },
      ],
    }
    const deployment = { offering: hosts.id, size: 3, tier: 'm5.large' }
    const parsed = scenario.parse({ kind: 'headroom.scenario', schemaVersion: 1, name: 'over', workload, deployment })
    return predict(parsed, hosts)
  }

  it('do not count their queues as demand on connections: never fuller than what binds', () => {
    for (const factor of [0.1, 1, 10]) {
      const { constraints, binding, headroom } = overloaded(factor)
      expect(headroom).toBeLessThan(1)
      const fullest = (id: string | undefined) => constraints.find((each) => each.id === id)?.utilisation ?? 0
      const pipeline = constraints.find(({ dimension }) => dimension === 'producer-pipeline')
      expect(pipeline?.utilisation).toBeLessThanOrEqual(fullest(binding[0]?.id))
    }
  })
})

describe('connections', () => {
  it('are whole where the brokers behind a unit are a mean', () => {
    const standard = shippedOffering('confluent-cloud-standard')
    for (const size of [1, 2, 3]) {
      const scenario = smallScenario({
        producer: { clients: 3 },
        group: { members: 2 },
        deployment: { offering: standard.id, asOf: '2026-11', size },
      })
      const { constraints } = predict(scenario, standard)
      const connections = constraints.find(({ dimension }) => dimension === 'connections')
      expect(connections?.demand).toBeGreaterThan(0)
      expect(connections?.demand).toBe(Math.ceil(connections?.demand ?? 0))
    }
  })
})
