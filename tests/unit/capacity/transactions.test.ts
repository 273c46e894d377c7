import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Batches, batchesAt, waitingBatchesAt } from '../../../src/capacity/batching.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { storedBytes } from '../../../src/capacity/stored-bytes.ts'
import { replicationWireBytesPerSec } from '../../../src/capacity/traffic.ts'
import { scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'

type Parts = Parameters<typeof smallScenario>[0]

const hosts = shippedOffering('apache-kafka-on-hosts')

/** One client, 2,000 records/s of 200 bytes to one partition of three replicas: the load of the laboratory. */
function paced(producer: Parts['producer'], rest: Parts = {}) {
  const each = { clients: 1, peakRecordsPerSec: 2_000, recordValueBytes: 200, batchBytes: 1_048_576 }
  return smallScenario({ ...rest, topic: { partitions: 1, ...rest.topic }, producer: { ...each, ...producer } })
}

function offeredOf(value: ReturnType<typeof paced>) {
  const { situation, offered } = solve(value, dedicated)
  const [topic] = offered.topics
  if (topic === undefined) throw new Error('no topic')
  return { situation, offered, topic, recordsPerBatch: offered.figures.recordsPerSec / topic.batchesPerSec }
}

describe('batches of transactions', () => {
  // By hand: n = 2,000/s x (T + 2.808 ms of commit) records in (n - 1/2) / b + 1/2 batches of b = 1 + 2,000/s x linger.
  it.each([
    { transactionMs: undefined, lingerMs: 40, expected: 81 },
    { transactionMs: 100, lingerMs: 5, expected: 205.616 / (205.116 / 11 + 0.5) },
    { transactionMs: 100, lingerMs: 40, expected: 205.616 / (205.116 / 81 + 0.5) },
    { transactionMs: 100, lingerMs: 200, expected: 205.616 / (205.116 / 401 + 0.5) },
    { transactionMs: 20, lingerMs: 40, expected: 45.616 / (45.116 / 81 + 0.5) },
    { transactionMs: 1_000, lingerMs: 40, expected: 2005.616 / (2005.116 / 81 + 0.5) },
  ])('of $transactionMs ms with a linger of $lingerMs ms have $expected records', ({ expected, ...producer }) => {
    expect(offeredOf(paced(producer)).recordsPerBatch).toBeCloseTo(expected, 6)
  })

  it('are those of single records if a client sends one record a transaction', () => {
    const few = paced({ clients: 1_000, peakRecordsPerSec: 100, transactionMs: 1, lingerMs: 5 })
    const { topic, recordsPerBatch } = offeredOf(few)
    expect(recordsPerBatch).toBeCloseTo(1, 3)
    expect(topic.markersPerSec).toBeCloseTo(100, 1)
  })

  it('are never larger, and requests never fewer, than without transactions; more records never need fewer', () => {
    const any = fc.record({
      transactionMs: fc.double({ min: 0.1, max: 10_000, noNaN: true }),
      lingerMs: fc.double({ min: 0, max: 5_000, noNaN: true }),
      clients: fc.integer({ min: 1, max: 500 }),
      rate: fc.double({ min: 1, max: 1e7, noNaN: true }),
      growth: fc.double({ min: 1, max: 3, noNaN: true }),
      isKeyed: fc.boolean(),
      family: fc.constantFrom('java' as const, 'librdkafka' as const),
      batches: fc.constantFrom(batchesAt, waitingBatchesAt),
    })
    const atLeast = (more: Batches, fewer: Batches) => {
      expect(more.batchesPerSec).toBeGreaterThanOrEqual(fewer.batchesPerSec * (1 - 1e-9))
      expect(more.requestsPerSec).toBeGreaterThanOrEqual(fewer.requestsPerSec * (1 - 1e-9))
    }
    fc.assert(
      fc.property(any, ({ transactionMs, isKeyed, family, rate, growth, batches, ...producer }) => {
        const keys = isKeyed ? ({ kind: 'uniform', distinct: 1_000_000 } as const) : ({ kind: 'none' } as const)
        const loadOf = (given: number | undefined) => {
          const each = {
            ...producer,
            keys,
            recordKeyBytes: 8,
            ...(given === undefined ? {} : { transactionMs: given }),
          }
          const value = paced(each, { topic: { partitions: 12 }, workload: { clientFamily: family } })
          const [load] = offeredOf(value).situation.producers
          if (load === undefined) throw new Error('no producer')
          return load
        }
        const [cut, whole] = [loadOf(transactionMs), loadOf(undefined)]
        atLeast(batches(cut, rate), batches(whole, rate))
        atLeast(batches(cut, rate * growth), batches(cut, rate))
        atLeast(batchesAt(cut, rate), waitingBatchesAt(cut, rate))
      }),
    )
  })
})

describe('what a transaction costs beside its records', () => {
  const load = () => paced({ transactionMs: 100, lingerMs: 5 })

  it('is one marker in the partition, and two requests to the coordinator', () => {
    const { topic } = offeredOf(load())
    const perSec = 1 / (0.1 + 0.002808)
    expect(topic.markersPerSec).toBeCloseTo(perSec, 9)
    expect(topic.markerRequestsPerSec).toBeCloseTo(perSec, 9)
    expect(topic.commitRequestsPerSec).toBeCloseTo(2 * perSec, 9)
  })

  it('is a marker in each partition that a key or a batch fell into: 16 records at random touch 10.3 of 16', () => {
    const keys = { kind: 'uniform' as const, distinct: 1_000_000 }
    // 16 records in each transaction of 5.192 ms and its commit of 2.808 ms.
    const each = { clients: 1, transactionMs: 5.192, lingerMs: 0, keys, recordKeyBytes: 8 }
    const { topic } = offeredOf(paced(each, { topic: { partitions: 16 } }))
    expect(topic.markersPerSec / (topic.commitRequestsPerSec / 2)).toBeCloseTo(16 * (1 - (15 / 16) ** 16), 9)
  })

  it('is read by each group, fetched by followers and retained, 78 bytes each, but not written by clients', () => {
    const value = paced({ transactionMs: 100, lingerMs: 5 }, { group: { count: 3 }, topic: { retentionMs: 1_000 } })
    const { situation, offered, topic } = offeredOf(value)
    const bytes = topic.wireBytesPerSec + topic.markersPerSec * 78
    expect(offered.figures.ingressWireBytesPerSec).toBe(topic.wireBytesPerSec)
    expect(offered.figures.egressWireBytesPerSec).toBeCloseTo(3 * bytes, 6)
    expect(replicationWireBytesPerSec(situation, offered)).toBeCloseTo(2 * bytes, 6)
    expect(storedBytes(situation)).toBeCloseTo(bytes, 6)
  })

  it('counts among the requests of a service, and says so', () => {
    const value = smallScenario({ producer: { transactionMs: 20 }, deployment: { asOf: '2026-11' } })
    const without = smallScenario({ deployment: { asOf: '2026-11' } })
    const requestsOf = (each: typeof value) =>
      predict(each, dedicated).constraints.find(({ dimension }) => dimension === 'requests')
    const [found, plain] = [requestsOf(value), requestsOf(without)]
    expect(found?.utilisation ?? 0).toBeGreaterThan(plain?.utilisation ?? Number.NaN)
    expect(found?.formula).toMatch(/ to produce, fetch and commit transactions \//)
    expect(plain?.formula).toMatch(/ to produce and fetch \//)
  })

  it('is work of the processors and disks of hosts', () => {
    const keys = { kind: 'uniform' as const, distinct: 1_000_000 }
    const on = (transactionMs?: number) => {
      const producer = {
        clients: 10,
        lingerMs: 50,
        keys,
        recordKeyBytes: 8,
        ...(transactionMs ? { transactionMs } : {}),
      }
      const deployment = { offering: hosts.id, size: 3, tier: 'm5.2xlarge', asOf: undefined }
      const broker = solve(smallScenario({ producer, deployment }), hosts).offered.broker
      if (broker === null) throw new Error('expected hosts')
      return broker
    }
    const [plain, slow, fast] = [on(), on(1_000), on(20)]
    expect(slow.cores).toBeGreaterThan(plain.cores)
    expect(fast.cores).toBeGreaterThan(slow.cores)
    expect(slow.writtenBytesPerSec).toBeGreaterThan(plain.writtenBytesPerSec)
  })
})

describe('the pipeline of a client with transactions', () => {
  it('stands still during commits: two requests of 1.404 ms in every 100 ms', () => {
    const capacityOf = (transactionMs?: number) => {
      const found = predict(
        paced({ lingerMs: 5, ...(transactionMs === undefined ? {} : { transactionMs }) }),
        dedicated,
      ).constraints.find(({ dimension }) => dimension === 'producer-pipeline')
      if (found === undefined) throw new Error('no pipeline')
      return found
    }
    const [whole, cut] = [capacityOf(), capacityOf(100)]
    expect(cut.capacity / whole.capacity).toBeCloseTo(100 / (100 + 2 * 1.404), 6)
    expect(cut.formula).toContain(' x 100 / (100 + 2.808) for commits = ')
    expect(whole.formula).not.toContain('commits')
  })
})

describe('a producer with transactions', () => {
  it('is told that readers wait for its commits', () => {
    const { assumptions } = predict(paced({ transactionMs: 100 }), dedicated)
    const found = assumptions.find(({ id }) => id === 'transactions')
    expect(found?.text).toContain('get records up to 100 ms later')
    expect(found?.field).toBe('workload.producers.0.transactionMs')
    expect(predict(paced({}), dedicated).assumptions.some(({ id }) => id === 'transactions')).toBe(false)
  })

  it('needs acks=all', () => {
    const parsed = scenario.safeParse({
      ...paced({}),
      workload: {
        ...paced({}).workload,
        producers: [{ ...paced({}).workload.producers[0], acks: '1', transactionMs: 100 }],
      },
    })
    expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      [
        'workload.producers.0.acks',
        '"producer" has transactions, which Kafka allows with acks=all only: expected "all", or no transactionMs',
      ],
    ])
  })
})
