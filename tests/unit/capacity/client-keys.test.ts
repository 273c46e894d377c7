import { describe, expect, it } from 'vitest'
import { batchesAt, waitingBatchesAt } from '../../../src/capacity/batching.ts'
import { distinctOf } from '../../../src/capacity/client-keys.ts'
import { limitSetAt } from '../../../src/capacity/limit-set.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { withClientsOfRun } from '../../../src/capacity/run-transactions.ts'
import { describeSituation } from '../../../src/capacity/situation.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { predictionContext } from '../../../src/contracts/prediction-context.ts'
import type { ScenarioInput } from '../../../src/contracts/scenario.ts'
import { createRandom } from '../../../src/contracts/seeded-random.ts'
import { dedicated, smallScenario } from './known-files.ts'

type Producer = Partial<ScenarioInput['workload']['producers'][number]>
type Family = 'java' | 'librdkafka'

const partitions = 24
const brokers = 3

/** 16 devices with 600 records/s each to 24 partitions on three brokers, which gather for 50 ms. */
function devices(own: Producer, clientFamily: Family = 'librdkafka') {
  const producer = {
    clients: 16,
    peakRecordsPerSec: 9_600,
    recordValueBytes: 200,
    recordKeyBytes: 8,
    keys: { kind: 'uniform' as const, distinct: 10_000 },
    lingerMs: 50,
    ...own,
  }
  return smallScenario({ topic: { partitions }, producer, workload: { clientFamily } })
}

function loadOf(scenario: ReturnType<typeof devices>) {
  const limits = limitSetAt(dedicated, scenario.deployment)
  if (limits === null) throw new Error('no limits')
  const context = predictionContext.parse({ brokers })
  const [load] = describeSituation(scenario, dedicated, limits, { context, size: 1 }).producers
  if (load === undefined) throw new Error('no producer')
  return load
}

const batchesOf = (own: Producer, family?: Family) => batchesAt(loadOf(devices(own, family)), 9_600)

describe('a client with one key of its own', () => {
  it.each(['librdkafka', 'java'] as const)('fills one batch after another, as %s', (family) => {
    // By hand: 1 + 600/s x 50 ms = 31 records, and 9,600 / 31 = 309.7 batches/s, each a request.
    const { recordsPerBatch, batchesPerSec, requestsPerSec } = batchesOf({ keysPerClient: 1 }, family)
    expect([recordsPerBatch, batchesPerSec, requestsPerSec].map((each) => each.toPrecision(6))).toEqual([
      '31.0000',
      '309.677',
      '309.677',
    ])
  })

  it('sends a record alone where the linger is shorter than its interval', () => {
    const { recordsPerBatch } = batchesAt(loadOf(devices({ keysPerClient: 1, lingerMs: 0 }, 'java')), 16)
    expect(recordsPerBatch).toBeCloseTo(1, 6)
  })

  it('divides its batch among all partitions without the field, with 14 times the requests', () => {
    expect(batchesOf({}).recordsPerBatch).toBeCloseTo(2.25, 2)
    expect(batchesOf({}).requestsPerSec / batchesOf({ keysPerClient: 1 }).requestsPerSec).toBeCloseTo(13.8, 1)
  })

  it('may gather a full batch while it waits', () => {
    const load = loadOf(devices({ keysPerClient: 1 }, 'java'))
    expect(waitingBatchesAt(load, 9_600).recordsPerBatch).toBeCloseTo(load.fullBatchRecords, 6)
  })

  it('sends all its records over one connection', () => {
    const shareOf = (own: Producer) => {
      const { offered, models } = solve(devices(own), dedicated)
      const pipeline = models.find(({ dimension }) => dimension === 'producer-pipeline')
      return (pipeline?.demandAt(offered) ?? Number.NaN) / 600
    }
    expect(shareOf({ keysPerClient: 1 })).toBeCloseTo(1, 6)
    expect(shareOf({})).toBeLessThan(0.5)
  })

  it('is connected to its bootstrap broker and the leader of its partition', () => {
    const limitSets = dedicated.limitSets.map((set) => ({
      ...set,
      limits: set.limits.map((limit) =>
        limit.dimension === 'connections' ? { ...limit, counts: 'tcp-connections' as const } : limit,
      ),
    }))
    const connectionsOf = (own: Producer) => {
      const scenario = devices({ clients: 1_000, ...own })
      const deployment = { ...scenario.deployment, size: 24 }
      const { constraints } = predict(
        { ...scenario, deployment },
        { ...dedicated, limitSets, assumedBrokersPerUnit: 0.5 },
      )
      return constraints.find(({ dimension }) => dimension === 'connections')?.demand
    }
    // 12 brokers: two for each device, all for each client with all keys; the consumer has 13.
    expect([connectionsOf({ keysPerClient: 1 }), connectionsOf({})]).toEqual([2_013, 12_013])
  })
})

describe('clients with a few keys of their own', () => {
  it.each(['librdkafka', 'java'] as const)(
    'come near to clients with all keys as their number grows, as %s',
    (family) => {
      const all = batchesOf({}, family)
      const records = [1, 2, 5, 20, 600].map((keysPerClient) => batchesOf({ keysPerClient }, family).recordsPerBatch)
      expect(records).toEqual([...records].sort((one, other) => other - one))
      expect((records.at(-1) ?? 0) / all.recordsPerBatch).toBeCloseTo(1, 1)
    },
  )

  it('reach as many partitions as a simulation, within 2 %', () => {
    const random = createRandom(7)
    for (const keys of [1, 2, 5, 20, 100]) {
      let reached = 0
      const rounds = 5_000
      for (let round = 0; round < rounds; round += 1) {
        reached += new Set(Array.from({ length: keys }, () => Math.floor(random() * partitions))).size
      }
      expect(distinctOf(partitions, keys) / (reached / rounds)).toBeGreaterThan(0.98)
      expect(distinctOf(partitions, keys) / (reached / rounds)).toBeLessThan(1.02)
    }
  })

  it('load partitions by the keys that are in use, not by all that there could be', () => {
    const shareOf = (own: Producer) => loadOf(devices(own)).hottest.share
    expect(shareOf({ keysPerClient: 1 })).toBeCloseTo(
      loadOf(devices({ keys: { kind: 'uniform', distinct: 16 } })).hottest.share,
      9,
    )
    expect(shareOf({ keysPerClient: 1 })).toBeGreaterThan(2 / partitions)
    expect(shareOf({ keysPerClient: 600 })).toBeLessThan(1.2 / partitions)
  })

  it('are described among the assumptions', () => {
    const assumption = predict(devices({ keysPerClient: 2 }), dedicated).assumptions.find(({ id }) => id === 'own-keys')
    expect(assumption).toMatchObject({
      field: 'workload.producers.0.keysPerClient',
      text: 'Each of the 16 clients of "producer" writes 2 keys of its own, 32 together, all equally often: it sends to the partitions of these keys and to their leaders only.',
    })
  })
})

describe('the clients of a run with keys of their own', () => {
  it('are fewer, with the keys, senders and limits of those that they stand for', () => {
    const scenario = devices({ clients: 1_000, keysPerClient: 2, synchronousSenders: 1, mostRecordsPerSec: 20 })
    const [producer] = withClientsOfRun(scenario).workload.producers
    expect(producer).toMatchObject({
      clients: 16,
      keysPerClient: 125,
      synchronousSenders: 62.5,
      mostRecordsPerSec: 1_250,
    })
  })

  it('are those of the scenario if it has as few', () => {
    const scenario = devices({ keysPerClient: 2 })
    expect(withClientsOfRun(scenario).workload).toEqual(scenario.workload)
  })

  it('commit once a transaction, as long as that of the scenario', () => {
    const scenario = devices({ clients: 64, keysPerClient: 1, transactionMs: 100 })
    expect(withClientsOfRun(scenario).workload.producers[0]).toMatchObject({ clients: 16, transactionMs: 100 })
  })
})
