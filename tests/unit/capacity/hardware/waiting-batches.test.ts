import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { waitingBatchesAt } from '../../../../src/capacity/batching.ts'
import { roleOf } from '../../../../src/capacity/constraint-model.ts'
import { explainPrediction } from '../../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import { saturation } from '../../../../src/capacity/saturation.ts'
import { solve } from '../../../../src/capacity/solve.ts'
import { type ScenarioInput, scenario } from '../../../../src/contracts/scenario.ts'
import { lawsOfHosts } from '../known-files.ts'
import { cases } from '../random-scenarios.ts'

const hosts = lawsOfHosts()

type Producer = ScenarioInput['workload']['producers'][number]

/** Small records into three hosts of two cores, more than they carry. */
function small(change: Partial<Producer> = {}, partitions = 12, clientFamily: 'java' | 'librdkafka' = 'java') {
  return scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'small',
    workload: {
      clientFamily,
      roundTripMs: 0.2,
      topics: [{ name: 'events', partitions, replicationFactor: 3 }],
      producers: [
        {
          name: 'sender',
          topic: 'events',
          clients: 50,
          peakRecordsPerSec: 2_000_000,
          recordValueBytes: 100,
          acks: '1',
          lingerMs: 0,
          batchBytes: 16_384,
          ...change,
        },
      ],
    },
    deployment: { offering: hosts.id, size: 3, tier: 'm5.large' },
  })
}

describe('batches on saturated brokers', () => {
  it('fill up, so that clients without linger get as much as those with a long linger', () => {
    const atOnce = predict(small(), hosts)
    const gathering = predict(small({ lingerMs: 60 }), hosts)
    expect(atOnce.headroom).toBeLessThan(1)
    expect(atOnce.achievable.recordsPerSec.likely / gathering.achievable.recordsPerSec.likely).toBeCloseTo(1, 2)
  })

  it('cannot fill up if they hold a single record', () => {
    const single = predict(small({ batchBytes: 1 }), hosts)
    const full = predict(small(), hosts)
    expect(single.achievable.recordsPerSec.likely).toBeLessThan(full.achievable.recordsPerSec.likely / 5)
  })

  it('fill up enough to carry a load of small requests that processors are too few for at once', () => {
    const carried = predict(small({ peakRecordsPerSec: 150_000, clients: 200 }), hosts)
    const cpu = carried.constraints.find(({ dimension }) => dimension === 'cpu')
    expect(carried.achievable.recordsPerSec.likely).toBe(150_000)
    expect(saturation(carried)).toBeGreaterThan(1.2)
    expect(carried.headroom).toBeLessThan(1)
    expect(cpu?.utilisation).toBeGreaterThan(1)
    expect(explainPrediction(carried)).toMatch(
      /carry the whole load, .*, only while clients wait: the chance that the load is met is \d+ %\..* fits; beyond that clients wait/,
    )
  })

  it('fill up until the bytes fit through a client’s port, too, if the load is carried', () => {
    const load = small({ peakRecordsPerSec: 150_000, clients: 200 })
    const behindPort = { ...load, workload: { ...load.workload, clientPortBytesPerSec: 90_000 } }
    const { headroom, models, offered } = solve(behindPort, hosts)
    const port = models.find(({ dimension, id }) => dimension === 'producer-client' && id.includes('-port'))
    // Where only brokers made clients wait, 86,580 of 85,500 B/s were sent, and the load counted as carried.
    expect(headroom.factor).toBeGreaterThan(1)
    expect(port?.demandAt(offered)).toBeCloseTo(port?.capacity ?? 0, 3)
    expect(offered.waitingShare).toBeCloseTo(0.934, 3)
  })

  it('of a Java client with keys hold the buffer’s share of a partition: 32 MiB / 288 / 1,024 B = 113.8 records', () => {
    const keyed = { recordValueBytes: 1024, batchBytes: 131_072, keys: { kind: 'uniform' as const, distinct: 100_000 } }
    const [load] = solve(small(keyed, 288), hosts).situation.producers
    expect(load && waitingBatchesAt(load, 100_000).recordsPerBatch).toBeCloseTo(113.78, 1)
    // librdkafka's queue holds more than all partitions' batches: 131,072 B are 126 records of 1,034 B.
    const [other] = solve(small(keyed, 288, 'librdkafka'), hosts).situation.producers
    expect(other && waitingBatchesAt(other, 100_000).recordsPerBatch).toBe(126)
  })

  it('hold no more than 120 s bring: 1 + 1,000 records/s x 120 s / 50 clients / 288 partitions = 9.3 records', () => {
    const keyed = { recordValueBytes: 1024, batchBytes: 131_072, keys: { kind: 'uniform' as const, distinct: 100_000 } }
    const [load] = solve(small(keyed, 288), hosts).situation.producers
    expect(load && waitingBatchesAt(load, 1000).recordsPerBatch).toBeCloseTo(9.333, 3)
  })

  it('leave no limit above its capacity if the load is carried, and at least one if it is not', () => {
    let compared = 0
    fc.assert(
      fc.property(cases, (each) => {
        if (each.offering.model !== 'broker-hardware') return
        const { headroom, models, offered } = solve(each.scenario, each.offering)
        if (headroom.factor === 0) return
        compared += 1
        const growing = models.filter((model) => roleOf(model) === 'grows')
        const fullest = Math.max(...growing.map((model) => model.demandAt(offered) / model.capacity))
        if (headroom.factor >= 1) expect(fullest).toBeLessThanOrEqual(1 + 1e-9)
        else expect(fullest).toBeGreaterThanOrEqual(1 - 1e-5)
      }),
      { numRuns: 1500 },
    )
    expect(compared).toBeGreaterThan(20)
  })
})
