import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { type ScenarioInput, scenario } from '../../../src/contracts/scenario.ts'
import type { Keys } from '../../../src/contracts/workload.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'

function pipelineOf(producer: NonNullable<Parameters<typeof smallScenario>[0]['producer']>, offering = dedicated) {
  const deployment = { offering: offering.id, asOf: '2026-11', size: 2 }
  const { constraints, assumptions } = predict(smallScenario({ producer, deployment }), offering)
  const found = constraints.find(({ dimension }) => dimension === 'producer-pipeline')
  if (found === undefined) throw new Error('no pipeline constraint')
  return { ...found, assumptions }
}

describe('a connection of a producer to a service', () => {
  it('carries no more than one network flow: 5 Gbit/s are fewer than 625 records/s of 1 MB', () => {
    const { capacity } = pipelineOf({ recordValueBytes: 1_000_000, batchBytes: 1_048_576, clients: 1 })
    expect(capacity).toBeGreaterThan(620)
    expect(capacity).toBeLessThan(625)
    const noAnswer = pipelineOf({ recordValueBytes: 1_000_000, batchBytes: 1_048_576, clients: 1, acks: '0' })
    expect(noAnswer.capacity).toBeCloseTo(capacity, 6)
  })

  it('waits for object storage at Freight, and sends requests in flight meanwhile: 5 of 31 records in 501.4 ms', () => {
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

  /** Single records, each of them 40 us of processors on the followers of three hosts of two cores. */
  function pipelineAt(peakRecordsPerSec: number) {
    const workload: ScenarioInput['workload'] = {
      topics: [{ name: 'orders', partitions: 300, replicationFactor: 3 }],
      producers: [
        {
          name: 'writer',
          topic: 'orders',
          clients: 20_000,
          peakRecordsPerSec,
          recordValueBytes: 100,
          batchBytes: 1,
          lingerMs: 0,
          acks: 'all',
        },
      ],
    }
    const deployment = { offering: hosts.id, size: 3, tier: 'm5.large' }
    const parsed = scenario.parse({ kind: 'headroom.scenario', schemaVersion: 1, name: 'over', workload, deployment })
    const { constraints, headroom } = predict(parsed, hosts)
    expect(headroom).toBeLessThan(1)
    return constraints.find(({ dimension }) => dimension === 'producer-pipeline')?.utilisation ?? 0
  }

  it('do not count their queues as demand on connections: 33 records/s of each client, stretched like just full brokers', () => {
    // 2,000,000 / 20,000 clients / 3 brokers = 33 records/s of 175,000 on a connection; a thousand times that with queues.
    expect(pipelineAt(2_000_000)).toBeGreaterThan(0.0001)
    expect(pipelineAt(2_000_000)).toBeLessThan(0.001)
    expect(pipelineAt(20_000_000) / pipelineAt(2_000_000)).toBeLessThan(10.5)
  })
})

describe('connections', () => {
  const dedicated26 = { asOf: '2026-03', size: 4 }
  const connectionsOf = (keys: Keys, partitions = 60) => {
    const scenario = smallScenario({
      topic: { partitions },
      producer: { clients: 1000, keys },
      group: null,
      deployment: dedicated26,
    })
    const { constraints } = predict(scenario, dedicated)
    return constraints.find(({ dimension }) => dimension === 'connections')?.demand
  }

  // 4 CKUs stand for 12 brokers: 12 connections of each client that sends to all of them.
  it('of a client with one key go to its bootstrap broker and to one leader', () => {
    expect(connectionsOf({ kind: 'none' })).toBe(12_000)
    expect(connectionsOf({ kind: 'uniform', distinct: 1 })).toBe(2000)
    // 12 x (1 - (11 / 12)^4) = 3.527 leaders in the mean, and the bootstrap broker.
    expect(connectionsOf({ kind: 'uniform', distinct: 4 })).toBe(Math.ceil(1000 * (1 + 12 * (1 - (11 / 12) ** 4))))
    expect(connectionsOf({ kind: 'zipf', distinct: 1_000_000, exponent: 1 })).toBe(12_000)
    expect(connectionsOf({ kind: 'uniform', distinct: 1 }, 1)).toBe(1000)
  })

  it('of clients with keys say that keys of their own would lower them', () => {
    const text = (keys: Keys) => {
      const scenario = smallScenario({
        topic: { partitions: 60 },
        producer: { clients: 9, keys },
        deployment: dedicated26,
      })
      return predict(scenario, dedicated).assumptions.find(({ id }) => id === 'connections')?.text
    }
    expect(text({ kind: 'uniform', distinct: 9 })).toContain('If each sends keys of its own, state how many')
    expect(text({ kind: 'none' })).not.toContain('keys of its own')
  })

  it('are whole numbers if the number of brokers per unit is a mean', () => {
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
