import { describe, expect, it } from 'vitest'
import type { FigureName } from '../../../../src/contracts/figures.ts'
import { type Limiter, limiters } from '../../../../src/contracts/limiters.ts'
import type { Interval } from '../../../../src/contracts/primitives.ts'
import { compareFigure, recordSizeTolerance } from '../../../../src/evidence/comparisons.ts'
import type { LoadFacts } from '../../../../src/evidence/verdict/facts.ts'
import { judgeLoad, type PredictionShape, quotaTarget } from '../overlay-case.ts'
import { caseOf } from './band-case.ts'

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
    expect(judgeLoad(caseOf({ recordsPerSec: [1.05, 1.113] })).verdict).toBe('confirmed')
    expect(judgeLoad(caseOf({ recordsPerSec: [1.05, 1.114] })).reasonCode).toBe('straddles-band')
    expect(judgeLoad(caseOf({ egressPayloadBytesPerSec: [1.05, 1.2] })).reasonCode).toBe('straddles-band')
    expect(judgeLoad(caseOf({ egressPayloadBytesPerSec: [1.07, 1.2] })).reasonCode).toBe('above-band')
  })

  it('is judged by the first figure outside its band, then by the width of the bands', () => {
    const wide: PredictionShape = { band: [0.7, 1.4] }
    expect(judgeLoad(caseOf({}, 'unknown', wide)).reason).toBe(
      'Not proven: the band is wider than ± 25 %: measured 1.2 MB/s of payload in (1.19–1.21), predicted 1.2 (840 kB/s–1.68 MB/s): as likely. Calibrate the model with this run and another that reached its limit.',
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

  it('names a full partition as the limit even if brokers throttled now and then', () => {
    const full = caseOf({}, 'hot-partition')
    const throttle = { maxMs: 9, producerSecondsFraction: 0.1, consumerSecondsFraction: 0 }
    expect(judgeLoad({ ...full, result: { ...full.result, throttle } }).reason).toMatch(/; it was held\.$/)
  })

  it('names several brokers if there are several', () => {
    const ofBrokers = (brokers: number) => judgeLoad(caseOf({}, 'broker-throttle'), { ...quotaTarget, brokers }).reason
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
      const accounting = { groups } as unknown as NonNullable<LoadFacts['result']['accounting']>
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

describe('the edges of a band', () => {
  /** The case with another measured interval of a figure, by what was predicted for it. */
  function withMeasured(
    facts: LoadFacts,
    name: FigureName,
    of: (predicted: Readonly<Record<'low' | 'likely' | 'high', number>>) => Interval,
  ): LoadFacts {
    const { prediction } = facts
    const measured = of(prediction.expected[name])
    const comparisons = facts.comparisons.map((each) =>
      each.figure === name ? compareFigure(name, prediction, { measured }) : each,
    )
    return { ...facts, comparisons }
  }

  it('are crossed by a judged direction that reaches above by less than the tolerance for record sizes', () => {
    expect(judgeLoad(caseOf({ egressPayloadBytesPerSec: [1.05, 1.08] })).reasonCode).toBe('straddles-band')
  })

  it('are not crossed by records that reach above by the tolerance for record sizes, but by any more', () => {
    const reaching = (factor: number) =>
      withMeasured(caseOf(), 'recordsPerSec', ({ likely, high }) => {
        return { low: likely, mean: high, high: high * (1 + recordSizeTolerance) * factor }
      })
    expect(judgeLoad(reaching(1)).verdict).toBe('confirmed')
    expect(judgeLoad(reaching(1.0001)).reasonCode).toBe('straddles-band')
  })

  it('keep "above" while the other direction is above its lower edge', () => {
    const above = { ingressPayloadBytesPerSec: [1.1, 1.2] } as const
    expect(judgeLoad(caseOf({ ...above, egressPayloadBytesPerSec: [1.05, 1.1] })).verdict).toBe('above')
    const fromLow = (factor: number) =>
      withMeasured(caseOf(above), 'egressPayloadBytesPerSec', ({ low, likely, high }) => {
        return { low: low * factor, mean: likely, high: 1.1 * high }
      })
    expect(judgeLoad(fromLow(1)).verdict).toBe('above')
    expect(judgeLoad(fromLow(0.9999)).reasonCode).toBe('straddles-band')
  })

  it('have no upper one if the band ends at the offered load and the offered load is not known', () => {
    const more = [1.06, 1.08] as const
    const all = { ingressPayloadBytesPerSec: more, egressPayloadBytesPerSec: more, recordsPerSec: more }
    expect(judgeLoad(caseOf(all, 'unknown', { capacityPerSec: 3000 })).verdict).toBe('confirmed')
  })
})

describe('a match that proves nothing', () => {
  const off = { ingressPayloadBytesPerSec: [0.87, 0.89], recordsPerSec: [0.87, 0.89] } as const
  const more = { ingressPayloadBytesPerSec: [1.11, 1.13], recordsPerSec: [1.11, 1.13] } as const
  const wide: PredictionShape = { band: [0.7, 1.4] }
  const hosts: PredictionShape = { band: [0.8, 1.2], isOfHosts: true, binding: ['cpu'] }
  const onTarget = (kind: 'connection' | 'embedded:kafka') => ({ ...quotaTarget, kind, enforces: ['cpu' as const] })

  it('says how far the measured value lies from the likely one', () => {
    expect(judgeLoad(caseOf(off, 'unknown', wide)).reason).toContain('): 12 % less than likely. Calibrate')
    expect(judgeLoad(caseOf(more, 'unknown', wide)).reason).toContain('): 12 % more than likely. Calibrate')
    expect(judgeLoad(caseOf({ ingressPayloadBytesPerSec: [0.9994, 1.0005] }, 'unknown', wide)).reason).toContain(
      '): as likely.',
    )
  })

  it('is one on hosts however narrow the band is', () => {
    const judgement = judgeLoad(caseOf(off, 'broker-throttle', hosts))
    expect(judgement).toMatchObject({ verdict: 'not-proven', reasonCode: 'band-too-wide', limitReached: true })
    expect(judgement.reason).toMatch(
      /: 12 % less than likely\. A run on hosts is confirmed only if runs of yours have narrowed the band and .* the limit\. Calibrate/,
    )
    expect(judgeLoad(caseOf(off, 'broker-throttle', { ...hosts, isOfHosts: false })).verdict).toBe('confirmed')
    const withRequests = { ...hosts, requestsPerSec: { produce: 75, isLimited: true } }
    expect(judgeLoad(caseOf(off, 'broker-throttle', withRequests)).reasonCode).toBe('band-too-wide')
  })

  it('is a confirmation on hosts only with a narrowed band, brokers as the limit, and a band that is not too wide', () => {
    const verdictOf = (limiter: Limiter, shape: PredictionShape) =>
      judgeLoad(caseOf(off, limiter, { ...hosts, ownRuns: 1, ...shape }))
    expect(verdictOf('brokers', {})).toMatchObject({ verdict: 'confirmed', reasonCode: 'within-band' })
    expect(verdictOf('brokers', { ownRuns: 0 }).verdict).toBe('not-proven')
    const others = limiters.filter((limiter) => verdictOf(limiter, {}).verdict === 'confirmed')
    expect(others).toEqual(['brokers'])
    expect(verdictOf('brokers', { band: [0.7, 1.4] }).reasonCode).toBe('band-too-wide')
    const outside = { ingressPayloadBytesPerSec: [0.5, 0.6] } as const
    expect(judgeLoad(caseOf(outside, 'brokers', { ...hosts, ownRuns: 1 })).verdict).toBe('below')
  })

  it('offers to calibrate with runs that can be fitted: not those of declared capacity', () => {
    const reasonOn = (kind: 'connection' | 'embedded:kafka') =>
      judgeLoad(caseOf(off, 'broker-throttle', hosts), onTarget(kind)).reason
    expect(reasonOn('connection')).toContain('Calibrate the model with this run')
    expect(reasonOn('embedded:kafka')).toMatch(/they were the limit\.$/)
  })

  it('is none on hosts outside the band: those runs are above and below', () => {
    expect(judgeLoad(caseOf({ ingressPayloadBytesPerSec: [0.5, 0.6] }, 'unknown', hosts)).verdict).toBe('below')
    expect(judgeLoad(caseOf({ ingressPayloadBytesPerSec: [1.3, 1.4] }, 'unknown', hosts)).verdict).toBe('above')
  })
})
