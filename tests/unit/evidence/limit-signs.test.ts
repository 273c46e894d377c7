import { describe, expect, it } from 'vitest'
import { isLimitUntouched, throttledOf } from '../../../src/evidence/limit-signs.ts'
import type { LoadFacts } from '../../../src/evidence/verdict/facts.ts'
import { caseOf, judgeLoad, type PredictionShape } from './overlay-case.ts'

/** A load that was met, of two groups, with what else was seen. */
function metBut(seen: Partial<LoadFacts['result']>, shape: PredictionShape = { capacityPerSec: 3000 }): LoadFacts {
  const { prediction, result } = caseOf({ groups: 2 }, shape)
  const { diagnosis, throttle, accounting } = result
  return { prediction, comparisons: [], result: { diagnosis, throttle, accounting, ...seen } }
}

const throttle = (producerSecondsFraction: number, consumerSecondsFraction: number) => ({
  throttle: { maxMs: 9, producerSecondsFraction, consumerSecondsFraction },
})

function withMissing(lostRecords: number, unreadRecords: number): Partial<LoadFacts['result']> {
  const { accounting } = caseOf({ groups: 2 }).result
  const groups = accounting.groups.map((group, index) =>
    index === 0 ? group : { ...group, lostRecords, unreadRecords },
  )
  return { accounting: { ...accounting, groups } }
}

describe('the limit', () => {
  const limiter = (name: 'client' | 'nothing') => ({ diagnosis: { limiter: name, sentence: 'It.', evidence: [] } })

  it('was not reached if the load was met, no client was throttled, and every group read all records', () => {
    expect(isLimitUntouched(metBut({}))).toBe(true)
    expect(isLimitUntouched(metBut(limiter('nothing')))).toBe(true)
  })

  it.each([
    ['a client held the rate', limiter('client')],
    ['producers were throttled', throttle(0.01, 0)],
    ['consumers were throttled', throttle(0, 0.01)],
    ['records were lost', withMissing(1, 0)],
    ['records were not read', withMissing(0, 1)],
    ['as many were lost as not read', withMissing(1, 1)],
  ])('may have been reached if %s', (_what, seen) => {
    expect(isLimitUntouched(metBut(seen))).toBe(false)
  })

  it('may have been reached if throttling or accounting is not known', () => {
    const { result, ...rest } = metBut({})
    const { diagnosis, accounting } = result
    if (accounting === undefined) throw new Error('a run accounts for its records')
    expect(isLimitUntouched({ ...rest, result: { diagnosis, accounting } })).toBe(false)
    expect(isLimitUntouched({ ...rest, result: { diagnosis, ...throttle(0, 0) } })).toBe(false)
  })
})

describe('throttling', () => {
  it('is reported for the clients that were throttled more, for producers if both were throttled alike', () => {
    const textOf = (producers: number, consumers: number) => throttledOf(metBut(throttle(producers, consumers)))?.text
    expect(textOf(0, 0)).toBeUndefined()
    expect(textOf(0.2, 0.1)).toBe('the brokers throttled the producers in 20 % of the seconds')
    expect(textOf(0.1, 0.2)).toBe('the brokers throttled the consumers in 20 % of the seconds')
    expect(textOf(0.2, 0.2)).toContain('producers')
  })
})

describe('a load', () => {
  it('is not met if something limited it, however much headroom was predicted', () => {
    const { prediction, result } = caseOf({}, { capacityPerSec: 3000 })
    const comparisons = [
      {
        figure: 'recordsPerSec',
        predicted: prediction.expected.recordsPerSec,
        measured: { low: 1990, mean: 1995, high: 2000 },
        relativeError: -0.0025,
        position: 'straddles',
      },
    ] as const
    const held = { ...result, diagnosis: { ...result.diagnosis, limiter: 'broker-throttle' as const } }
    const wire = comparisons.map((each) => ({ ...each, figure: 'ingressWireBytesPerSec' as const }))
    expect(judgeLoad({ prediction, comparisons: wire, result: held }).reasonCode).toBe('straddles-band')
    expect(judgeLoad({ prediction, comparisons: wire, result }).reasonCode).toBe('offered-load-met')
    expect(judgeLoad({ prediction, comparisons: [], result }).reasonCode).toBe('too-short')
  })

  it('above the band is judged by the band; near to it, it does not discriminate', () => {
    const codeOf = (shape: PredictionShape) => {
      const { prediction, result } = caseOf({}, shape)
      const measured = { low: 1999, mean: 2000, high: 2001 }
      const comparison = { figure: 'recordsPerSec', measured, relativeError: 0, position: 'above' } as const
      const predicted = prediction.expected.recordsPerSec
      const comparisons = [{ ...comparison, predicted, figure: 'ingressPayloadBytesPerSec' as const }]
      return judgeLoad({ prediction, comparisons, result }).reasonCode
    }
    expect(codeOf({ capacityPerSec: 1200 })).toBe('above-band')
    expect(codeOf({ capacityPerSec: 2000, band: [0.9, 0.95] })).toBe('above-band')
    expect(codeOf({ capacityPerSec: 1990, band: [0.9, 1.1] })).toBe('does-not-discriminate')
    expect(codeOf({ capacityPerSec: 2500, band: [0.9, 1.1] })).toBe('offered-load-met')
  })
})
