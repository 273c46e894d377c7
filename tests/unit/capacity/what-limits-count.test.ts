/**
 * Small records on limits that count record batches, whole requests, or what is not known.
 *
 * Values of 50 bytes take 57 in a batch with a header of 61: 118 bytes, one record each. A produce request adds 36 bytes,
 * the topic's name "events" and the client id "producer-1": 170. So 1 MB/s is 8,474.6 records/s in record batches and
 * 5,882.4 in whole requests.
 */
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import type { CountedBytes } from '../../../src/contracts/counted-bytes.ts'
import type { Limit, Offering } from '../../../src/contracts/offering.ts'
import type { PredictionContext } from '../../../src/contracts/prediction-context.ts'
import { dedicated, smallScenario } from './known-files.ts'

const inBatches = 1e6 / 118
const inRequests = 1e6 / 170

type Counting = Pick<Limit, 'counts' | 'countsSource'>

/** A service whose ingress of 100 MB/s counts something, with no limit on a partition. */
function counting(change: Counting, more: readonly Limit[] = []): Offering {
  const limitSets = dedicated.limitSets.map((set) => ({
    ...set,
    burst: undefined,
    limits: [
      ...set.limits.flatMap((limit) => (limit.dimension === 'ingress' ? [{ ...limit, ...change }] : [])),
      ...more,
    ],
  }))
  return { ...dedicated, limitSets }
}

const scale = { capacityScale: 0.01 }
/** The quotas of an embedded broker: no bursts. */
const quotas = { ...scale, allowsBurst: false }

function predicted(model: Offering, context: Partial<PredictionContext>) {
  const producer = { recordValueBytes: 50, batchBytes: 1, peakRecordsPerSec: 20_000, clients: 100 }
  return predict(smallScenario({ producer, topic: { partitions: 600 } }), model, context)
}

function ingressOf({ constraints }: ReturnType<typeof predicted>, id = 'ingress') {
  const found = constraints.find((constraint) => constraint.id === id)
  if (found === undefined) throw new Error(`no constraint ${id}`)
  return found
}

const likely = (prediction: ReturnType<typeof predicted>) => prediction.achievable.recordsPerSec.likely
const low = (prediction: ReturnType<typeof predicted>) => prediction.achievable.recordsPerSec.low
const framingTerm = (prediction: ReturnType<typeof predicted>) =>
  prediction.band.find(({ id }) => id === 'request-framing')

describe('a limit that counts record batches', () => {
  const prediction = predicted(counting({ counts: 'record-batches' }), scale)

  it('is reached by record batches without framing', () => {
    expect(likely(prediction)).toBeCloseTo(inBatches, 0)
    expect(ingressOf(prediction)).toMatchObject({ counts: 'record-batches', demand: 20_000 * 118 })
    expect(framingTerm(prediction)).toBeUndefined()
  })
})

describe('a limit that counts whole requests', () => {
  const prediction = predicted(counting({ counts: 'whole-requests' }), scale)

  it('is reached by batches and the framing around them, and the formula says how much that is', () => {
    expect(likely(prediction)).toBeCloseTo(inRequests, 0)
    const { demand, formula, counts } = ingressOf(prediction)
    expect([demand, counts]).toEqual([20_000 * 170, 'whole-requests'])
    expect(formula).toMatch(/^\(2\.36 MB\/s written \+ 1\.04 MB\/s of request framing\) \/ /)
    expect(framingTerm(prediction)).toBeUndefined()
  })

  it('carries 99 % of full batches compared with a limit on record batches, and reports the same figures', () => {
    const full = smallScenario({ producer: { lingerMs: 1000, peakRecordsPerSec: 4_000 }, topic: { partitions: 100 } })
    const inAll = predict(full, counting({ counts: 'whole-requests' }), scale)
    const alone = predict(full, counting({ counts: 'record-batches' }), scale)
    expect(likely(inAll) / likely(alone)).toBeGreaterThan(0.99)
    expect(likely(inAll)).toBeLessThan(likely(alone))
    expect(inAll.offered).toEqual(alone.offered)
  })

  it('names the source that states it', () => {
    const countsSource = { title: 'A page', date: '2026-11', grade: 'P' } as const
    const { constraints } = predicted(counting({ counts: 'whole-requests', countsSource }), scale)
    expect(constraints.find(({ id }) => id === 'ingress')?.countsSource).toEqual(countsSource)
  })
})

describe('a limit whose source does not say what it counts', () => {
  const prediction = predicted(counting({}), scale)

  it('has a band for both cases: likely if it counts record batches, low if it counts whole requests', () => {
    expect(ingressOf(prediction)).toMatchObject({ counts: 'unknown', demand: 20_000 * 118 })
    expect(likely(prediction)).toBeCloseTo(inBatches, 0)
    expect(framingTerm(prediction)?.lowFactor).toBeCloseTo(inRequests / inBatches, 6)
    expect(framingTerm(prediction)?.highFactor).toBe(1)
    const other = prediction.band.filter(({ id }) => id !== 'request-framing')
    const rest = other.reduce((product, term) => product * term.lowFactor, 1)
    expect(low(prediction)).toBeCloseTo(inRequests * rest, 0)
    expect(framingTerm(prediction)?.reason).toMatch(/ 3[01].* % lower/)
  })

  it('does not mention framing below 1 %, or if another limit binds far earlier', () => {
    const large = { recordValueBytes: 10_000, peakRecordsPerSec: 200, clients: 1 }
    expect(framingTerm(predict(smallScenario({ producer: large }), counting({}), scale))).toBeUndefined()
    const source = { title: 'test', date: '2020-04', grade: 'D' } as const
    const records: Limit = { dimension: 'records', unit: 'records/s', max: 100_000, kind: 'fixed', source }
    const bound = predicted(counting({}, [records]), scale)
    expect(bound.binding.map(({ id }) => id)).toEqual(['records'])
    expect(framingTerm(bound)).toBeUndefined()
  })

  it('covers both cases for a partition, too', () => {
    const source = { title: 'test', date: '2020-04', grade: 'D' } as const
    // Of 600 partitions each takes 1 / 600: all of them together 600 kB/s.
    const perPartition: Limit = { dimension: 'partition-ingress', unit: 'bytes/s', max: 1e5, kind: 'soft', source }
    const bound = predicted(counting({}, [perPartition]), scale)
    expect(likely(bound)).toBeCloseTo(0.6 * inBatches, 0)
    expect(framingTerm(bound)?.lowFactor).toBeCloseTo(inRequests / inBatches, 6)
    const inRequestsOnly = predicted(counting({}, [{ ...perPartition, counts: 'whole-requests' }]), scale)
    expect(likely(inRequestsOnly)).toBeCloseTo(0.6 * inRequests, 0)
  })

  it('covers both cases of the written bytes if it limits writing and reading together', () => {
    const source = { title: 'test', date: '2020-04', grade: 'D' } as const
    const shared: Limit = { dimension: 'bandwidth', unit: 'bytes/s', max: 1e8, kind: 'fixed', source }
    // One group: 2 x 118 bytes a record, of which 52 more are framing of what is written.
    const bound = predicted(counting({ counts: 'record-batches' }, [shared]), scale)
    expect(likely(bound)).toBeCloseTo(1e6 / 236, 0)
    expect(framingTerm(bound)?.lowFactor).toBeCloseTo(236 / 288, 6)
  })
})

describe('the quotas of a target', () => {
  it.each<CountedBytes>(['record-batches', 'whole-requests', 'unknown'])(
    'count whole requests where the limits of the vendor count %s',
    (counts) => {
      const prediction = predicted(counting({ counts }), quotas)
      expect(likely(prediction)).toBeCloseTo(inRequests, 0)
      expect(ingressOf(prediction)).toMatchObject({ counts: 'whole-requests', countsSource: { grade: 'P' } })
      expect(framingTerm(prediction)).toBeUndefined()
    },
  )

  it('count the names of topics and clients with the prefix of a run', () => {
    const prediction = predicted(counting({}), { ...quotas, namePrefixBytes: 30 })
    expect(likely(prediction)).toBeCloseTo(1e6 / 230, 0)
  })

  it('count whole requests on the busiest of three brokers', () => {
    const producer = { recordValueBytes: 50, batchBytes: 1, peakRecordsPerSec: 20_000, clients: 100 }
    const uneven = smallScenario({ producer, topic: { partitions: 400 } })
    const { constraints } = predict(uneven, counting({}), { ...quotas, brokers: 3 })
    const busiest = constraints.find(({ id }) => id === 'ingress:busiest-broker')
    // It leads 134 of 400 partitions.
    expect(busiest?.demand).toBeCloseTo((20_000 * 170 * 134) / 400, 6)
  })
})
