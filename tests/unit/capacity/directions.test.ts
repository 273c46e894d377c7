import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { explainPrediction } from '../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { saturation } from '../../../src/capacity/saturation.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { type Dimension, dimensionRecords } from '../../../src/contracts/dimensions.ts'
import type { Prediction } from '../../../src/contracts/prediction.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { markerBytes } from '../../../src/contracts/transaction-marker.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { type Case, cases } from './random-scenarios.ts'

vi.setConfig({ testTimeout: propertyTimeoutMs })

const noise = 1e-9

/** 2 CKUs of 2020 take 100 MB/s in and 300 out; 208 bytes on the wire a record, 108 partitions. */
function read(recordsPerSec: number, groups: number, topic: { readonly retentionMs?: number } = {}): Scenario {
  return smallScenario({
    topic: { partitions: 108, ...topic },
    producer: { peakRecordsPerSec: recordsPerSec, clients: 50 },
    group: { count: groups, members: 10 },
  })
}

function withGroups({ scenario, offering }: Case, more: number): Case {
  const consumerGroups = scenario.workload.consumerGroups.map((group) => ({ ...group, count: group.count + more }))
  return { offering, scenario: { ...scenario, workload: { ...scenario.workload, consumerGroups } } }
}

function directionsOf({ directions }: Prediction): NonNullable<Prediction['directions']> {
  expect(directions).toBeDefined()
  return directions ?? { ingress: { headroom: 0, binding: [] }, egress: { headroom: 0, binding: [] } }
}

function slowers(binding: readonly { readonly dimension: Dimension }[]): string[] {
  return [...new Set(binding.map(({ dimension }) => dimensionRecords[dimension].slows))]
}

describe('a rate for each direction', () => {
  it('does not reduce writing if only the limit on reading is too low', () => {
    const prediction = predict(read(150_000, 5, { retentionMs: 3_600_000 }), dedicated)
    const written = prediction.offered.ingressWireBytesPerSec
    expect(prediction.achievable.ingressWireBytesPerSec.likely).toBe(written)
    expect(prediction.achievable.egressWireBytesPerSec.likely).toBeCloseTo(300e6, 0)
    expect(prediction.capacity.egressWireBytesPerSec).toBeCloseTo(300e6, 0)
    expect(directionsOf(prediction).egress.headroom).toBe(prediction.headroom)
    expect(directionsOf(prediction).egress.binding.map(({ id }) => id)).toEqual(['egress'])
    expect(directionsOf(prediction).ingress.headroom).toBeGreaterThan(1)
    expect(directionsOf(prediction).ingress.binding.map(({ id }) => id)).toEqual(['ingress'])
    expect(prediction.achievable.recordsPerSec.likely).toBe(150_000)
  })

  it('says how fast the lag grows and when retention deletes unread records', () => {
    const prediction = predict(read(150_000, 5, { retentionMs: 3_600_000 }), dedicated)
    const wanted = 5 * prediction.offered.ingressWireBytesPerSec
    expect(prediction.lag?.growthBytesPerSec.likely).toBeCloseTo(wanted - 300e6, 0)
    expect(prediction.lag?.readShare).toBeCloseTo(300e6 / wanted, 9)
    expect(prediction.lag?.groups).toBe(5)
    expect(prediction.lag?.topic).toBe('events')
    // After a time t the oldest unread record is (1 - share) x t old.
    expect(prediction.lag?.untilRetentionMs).toBeCloseTo(3_600_000 / (1 - 300e6 / wanted), 3)
    const text = explainPrediction(prediction)
    expect(text).toContain('2 CKUs carry the whole load in, ')
    expect(text).toContain('and 300 MB/s out. Consumers fall behind by ')
    expect(text).toMatch(/; unread data is deleted after \d.*, when consumers are \d.* behind\./)
    expect(prediction.advice.at(-1)?.id).toBe('readers-fall-behind')
    expect(prediction.assumptions.map(({ id }) => id)).toContain('growing-lag')
  })

  it('gives no time if no topic has a retention', () => {
    const { lag } = predict(read(150_000, 5), dedicated)
    expect([lag?.untilRetentionMs, lag?.topic]).toEqual([null, null])
  })

  it('says what limits producers in addition to what limits consumers', () => {
    const prediction = predict(read(300_000, 5), dedicated)
    expect(prediction.achievable.ingressWireBytesPerSec.likely).toBeCloseTo(100e6, 0)
    expect(prediction.achievable.egressWireBytesPerSec.likely).toBeCloseTo(300e6, 0)
    expect(prediction.lag?.growthBytesPerSec.likely).toBeCloseTo(200e6, 0)
    expect(explainPrediction(prediction)).toContain('The ingress guideline limits producers (')
  })

  it('names what limits producers where their waiting lets consumers keep up', () => {
    // 2 CKUs take 100 MB/s in and 300 out. Records of 10 bytes sent at once are 60 MB/s and of 10 kB 60 MB/s more; seven
    // groups want 415 MB/s of the small ones. Producers wait, and the same small records are 40 MB/s, 280 MB/s out.
    const small = { name: 'small', topic: 'small', clients: 500, peakRecordsPerSec: 750_000, recordValueBytes: 10 }
    const large = { name: 'large', topic: 'large', clients: 100, peakRecordsPerSec: 6000, recordValueBytes: 10_000 }
    const scenario = smallScenario({
      workload: {
        topics: [
          { name: 'small', partitions: 108 },
          { name: 'large', partitions: 108 },
        ],
        producers: [
          { ...small, lingerMs: 0 },
          { ...large, batchBytes: 10_000, lingerMs: 0 },
        ],
        consumerGroups: [{ name: 'readers', topic: 'small', count: 7, members: 10 }],
      },
    })
    const prediction = predict(scenario, dedicated)
    expect(prediction.lag).toBeNull()
    expect(prediction.headroom).toBeLessThan(1)
    expect(prediction.binding.map(({ id }) => id)).toEqual(['egress'])
    const { ingress, egress } = directionsOf(prediction)
    expect([ingress.binding, egress.binding].map(([first]) => first?.id)).toEqual(['ingress', 'ingress'])
    expect(egress.headroom).toBe(ingress.headroom)
    expect(saturation(prediction)).toBeGreaterThan(1)
    const text = explainPrediction(prediction)
    expect(text).toContain('2 CKUs carry the whole load, 100 MB/s in and 277 MB/s out, only while clients wait.')
    expect(text).toContain('The egress guideline binds first')
    expect(text).toContain('beyond that clients wait, which fills their batches, up to 1.35 times')
  })

  it('gives no lag if producers are limited first, or if nothing is read', () => {
    expect(predict(read(300_000, 2), dedicated).lag).toBeNull()
    const unread = smallScenario({ producer: { peakRecordsPerSec: 300_000 }, group: null })
    expect(predict(unread, dedicated).lag).toBeNull()
    expect(predict(read(100_000, 2), dedicated).lag).toBeNull()
  })

  it('slows both directions if they share the limit', () => {
    const google = shippedOffering('google-managed-kafka')
    const deployment = { offering: google.id, size: 3, asOf: undefined }
    const shared = smallScenario({
      topic: { partitions: 300 },
      producer: { peakRecordsPerSec: 200_000, clients: 50 },
      group: { count: 5 },
      deployment,
    })
    const prediction = predict(shared, google)
    expect(prediction.binding.map(({ dimension }) => dimension)).toEqual(['bandwidth'])
    expect(prediction.lag).toBeNull()
    expect(prediction.achievable.egressWireBytesPerSec.likely).toBeCloseTo(
      5 * prediction.achievable.ingressWireBytesPerSec.likely,
      0,
    )
  })

  it('finds what producers get while consumers are held at their own limit', () => {
    const prediction = predict(read(150_000, 5), dedicated)
    const { writing, headroom } = solve(read(150_000, 5), dedicated)
    const beyond = writing.waitingAt(writing.headroom.factor)
    expect(beyond.figures.egressWireBytesPerSec).toBeCloseTo(prediction.capacity.egressWireBytesPerSec, 0)
    expect(writing.waitingAt(headroom.factor / 2).factor).toBe(headroom.factor / 2)
  })
})

/** What any offering is asked for, and a cluster whose readers want up to 20 times what is written. */
const manyReaders: fc.Arbitrary<Case> = fc
  .tuple(fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 1, max: 20 }))
  .map(([rate, groups]) => ({ scenario: read(rate, groups), offering: dedicated }))
const anyCases = fc.oneof(cases, manyReaders)

describe('laws of the directions', () => {
  const runs = propertyRuns(400)

  it('saturate at the smaller of both, and never read more than written x groups', () => {
    /** What groups may read beside the records: a marker for each record at most, if there are transactions. */
    const markersOf = ({ workload }: Scenario, recordsPerSec: number) =>
      workload.producers.some(({ transactionMs }) => transactionMs !== undefined) ? recordsPerSec * markerBytes : 0
    let lagging = 0
    fc.assert(
      fc.property(anyCases, ({ scenario, offering }) => {
        const prediction = predict(scenario, offering)
        const { ingress, egress } = directionsOf(prediction)
        const { headroom: first, late } = solve(scenario, offering)
        // Consumers that keep up because producers wait are limited by what is written, not by their own limit.
        const keepUp = late !== null && prediction.lag === null && first.factor > 0 && first.factor < 1
        if (!keepUp) expect(Math.min(ingress.headroom, egress.headroom)).toBe(first.factor)
        else expect(egress.binding).toEqual(ingress.binding)
        expect(prediction.headroom).toBeLessThanOrEqual(saturation(prediction) * (1 + noise))
        const { achievable, expected, lag } = prediction
        const groups = Math.max(0, ...solve(scenario, offering).situation.topics.map(({ readers }) => readers))
        for (const bands of [achievable, expected]) {
          for (const end of ['low', 'likely', 'high'] as const) {
            // The rate is rounded to 0.001 records/s, which is 1 % of a rate of 0.05 records/s.
            const markers = markersOf(scenario, bands.recordsPerSec[end] + 0.0005)
            const written = (bands.ingressWireBytesPerSec[end] + markers) * groups
            expect(bands.egressWireBytesPerSec[end]).toBeLessThanOrEqual(written * (1 + noise) + 0.001 * (groups + 1))
          }
        }
        if (lag) lagging += 1
        else if (isShort(prediction)) {
          const { headroom, limitedAt, factors, achievable: carried } = solve(scenario, offering)
          if (slowers(headroom.binding).join() !== 'consumers') return
          // A limit on readers binds if no client waits. Where clients wait, fuller batches can be fewer bytes to read, and
          // readers keep up with all that is written (seed 1375720307).
          const wanted = limitedAt(factors.writing.likely).figures.egressWireBytesPerSec
          expect(factors.writing.likely).toBeGreaterThan(headroom.factor)
          expect(wanted).toBeLessThanOrEqual(carried.egressWireBytesPerSec.likely * (1 + noise) + 0.001)
        }
      }),
      runs,
    )
    expect(lagging).toBeGreaterThan(50)
  })

  it('give a lag that grows by written x groups - read', () => {
    fc.assert(
      fc.property(anyCases, ({ scenario, offering }) => {
        const { limitedAt, factors, achievable } = solve(scenario, offering)
        const { lag } = predict(scenario, offering)
        const wanted = limitedAt(factors.writing.likely).figures.egressWireBytesPerSec
        const missing = wanted - achievable.egressWireBytesPerSec.likely
        const growth = lag?.growthBytesPerSec ?? { low: 0, likely: 0, high: 0 }
        expect(Math.abs(growth.likely - missing)).toBeLessThanOrEqual(noise * wanted + 0.001)
        expect(growth.low).toBeLessThanOrEqual(growth.likely)
        expect(growth.likely).toBeLessThanOrEqual(growth.high)
      }),
      runs,
    )
  })

  it('never let the number of groups change what is written if only limits on reading set the headroom', () => {
    let compared = 0
    fc.assert(
      fc.property(anyCases, fc.integer({ min: 1, max: 20 }), (given, more) => {
        const before = solve(given.scenario, given.offering)
        const other = withGroups(given, more)
        const after = solve(other.scenario, other.offering)
        for (const { writing, headroom, growth } of [before, after]) {
          // Where more groups make producers wait, at a limit on requests, their batches are fuller.
          fc.pre(growth.factor === headroom.factor)
          fc.pre(writing.headroom !== headroom)
          fc.pre(slowers(writing.headroom.binding).join() === 'producers')
        }
        compared += 1
        expect(after.writing.headroom.factor / before.writing.headroom.factor).toBeCloseTo(1, 9)
      }),
      { ...propertyRuns(100), maxSkipsPerRun: 1_000 },
    )
    expect(compared).toBeGreaterThan(10)
  })

  it('never give less payload in either direction for more load', () => {
    fc.assert(
      fc.property(anyCases, fc.double({ min: 1.001, max: 30, noNaN: true }), ({ scenario, offering }, factor) => {
        const before = predict(scenario, offering)
        fc.pre(before.isFeasible && offering.model === 'service-limits')
        const after = predict(scaleScenario(scenario, factor), offering)
        fc.pre(after.isFeasible)
        // Payload: clients that wait fill their batches, so the same records are fewer bytes on the wire.
        for (const name of ['ingressPayloadBytesPerSec', 'egressPayloadBytesPerSec'] as const) {
          const [less, more] = [before.achievable[name].likely, after.achievable[name].likely]
          expect(more).toBeGreaterThanOrEqual(less * (1 - noise) - 0.002)
        }
      }),
      runs,
    )
  })
})

/** True where not all of the load is carried, not even while clients wait, and some of it is. */
function isShort(prediction: Prediction): boolean {
  return prediction.headroom > 0 && saturation(prediction) < 1 - noise
}
