import { describe, expect, it } from 'vitest'
import type { FigureName } from '../../../src/contracts/figures.ts'
import type { Limiter } from '../../../src/contracts/limiters.ts'
import type { Interval } from '../../../src/contracts/primitives.ts'
import { compareFigure } from '../../../src/evidence/comparisons.ts'
import type { BandCase } from '../../../src/evidence/judgement.ts'
import { judgeLoad } from '../../../src/evidence/load-verdict.ts'
import { type PredictionShape, predictionOf } from './overlay-case.ts'

const figures: readonly FigureName[] = ['ingressPayloadBytesPerSec', 'egressPayloadBytesPerSec', 'recordsPerSec']

/** Intervals as shares of what is likely; left out: ± 1 % around it. */
type Shares = Partial<Record<FigureName, readonly [low: number, high: number]>>

function caseOf(shares: Shares = {}, limiter: Limiter = 'unknown', shape: PredictionShape = {}): BandCase {
  const prediction = predictionOf(shape)
  const comparisons = figures.map((figure) => {
    const [low, high] = shares[figure] ?? [0.99, 1.01]
    const { likely } = prediction.expected[figure]
    const measured: Interval = { low: low * likely, mean: ((low + high) / 2) * likely, high: high * likely }
    return compareFigure(figure, prediction, { measured })
  })
  const diagnosis = { limiter, sentence: 'It was held.', evidence: [] }
  return { prediction, comparisons, target: { brokers: null }, result: { diagnosis } }
}

describe('the band', () => {
  it('proves nothing if there is no steady window', () => {
    expect(judgeLoad({ ...caseOf(), comparisons: [] })).toMatchObject({
      verdict: 'not-proven',
      reasonCode: 'too-short',
    })
  })

  it('confirms intervals from its lower end on, unless a figure that is not judged reaches below its band', () => {
    expect(judgeLoad(caseOf({ recordsPerSec: [0.95, 1] })).verdict).toBe('confirmed')
    expect(judgeLoad(caseOf({ recordsPerSec: [0.949, 1] })).reasonCode).toBe('straddles-band')
    expect(judgeLoad(caseOf({ recordsPerSec: [1.05, 1.2] })).verdict).toBe('confirmed')
    expect(judgeLoad(caseOf({ egressPayloadBytesPerSec: [1.05, 1.2] })).reasonCode).toBe('straddles-band')
    expect(judgeLoad(caseOf({ egressPayloadBytesPerSec: [1.07, 1.2] })).reasonCode).toBe('above-band')
  })

  it('is judged by the first figure outside its band, then by the width of the bands', () => {
    const wide: PredictionShape = { band: [0.7, 1.4] }
    expect(judgeLoad(caseOf({}, 'unknown', wide)).reason).toBe(
      'Not proven: the band is wider than ± 25 %: measured 1.2 MB/s of payload in (1.19–1.21), predicted 1.2 (840 kB/s–1.68 MB/s).',
    )
    expect(judgeLoad(caseOf({ egressPayloadBytesPerSec: [1.5, 1.6] }, 'unknown', wide)).reason).toMatch(
      /^Above the prediction: measured 1\.86 MB\/s of payload out/,
    )
  })

  it.each([
    ['broker-throttle', 'broker-quota', ", held by the broker's quota."],
    ['hot-partition', 'within-band', '; it was held.'],
    ['unknown', 'within-band', ', predicted 1.2 (1.14–1.27).'],
  ] as const)('says of %s what held the rate', (limiter, reasonCode, end) => {
    const judgement = judgeLoad(caseOf({}, limiter))
    expect(judgement).toMatchObject({ verdict: 'confirmed', reasonCode, limitReached: true })
    expect(judgement.reason.endsWith(end)).toBe(true)
  })

  it('names several brokers if there are several', () => {
    const ofBrokers = (brokers: number) => judgeLoad({ ...caseOf({}, 'broker-throttle'), target: { brokers } }).reason
    expect([ofBrokers(1), ofBrokers(2)]).toEqual([
      expect.stringContaining("the broker's quota"),
      expect.stringContaining("the brokers' quota"),
    ])
  })

  it.each([
    ['nothing', false, ').'],
    ['client', false, '; it was held.'],
    ['network', false, '; it was held.'],
    ['broker-throttle', true, ').'],
    ['unknown', true, ').'],
  ] as const)('is passed with %s as the limit: reached is %j', (limiter, limitReached, end) => {
    const above = { ingressPayloadBytesPerSec: [1.1, 1.2], recordsPerSec: [1.1, 1.2] } as const
    const judgement = judgeLoad(caseOf(above, limiter))
    expect(judgement).toMatchObject({ verdict: 'above', limitReached })
    expect(judgement.reason.endsWith(end)).toBe(true)
  })

  it('is exceeded without the limit being reached if nothing was throttled and all records were read', () => {
    const above = caseOf({ ingressPayloadBytesPerSec: [1.1, 1.2] }, 'nothing')
    const read = { lostRecords: 0, unreadRecords: 0, groupId: 'g', consumedRecords: 1, duplicateRecords: 0 }
    const judgedWith = (producerSecondsFraction: number, consumerSecondsFraction: number, missing = {}) => {
      const throttle = { maxMs: 1, producerSecondsFraction, consumerSecondsFraction }
      const groups = [{ ...read, writtenThoughUnknownRecords: 0, ...missing }]
      const accounting = { groups } as unknown as NonNullable<BandCase['result']['accounting']>
      return judgeLoad({ ...above, result: { ...above.result, throttle, accounting } })
    }
    expect(judgedWith(0, 0).reason).toMatch(/; the limit was not reached\.$/)
    for (const seen of [judgedWith(0.1, 0), judgedWith(0, 0.1)]) {
      expect(seen.limitReached).toBe(true)
      expect(seen.reason).not.toContain('not reached')
    }
    for (const missing of [{ lostRecords: 1 }, { unreadRecords: 1 }]) {
      expect(judgedWith(0, 0, missing)).toMatchObject({ verdict: 'above', limitReached: false })
      expect(judgedWith(0, 0, missing).reason).not.toContain('not reached')
    }
  })
})
