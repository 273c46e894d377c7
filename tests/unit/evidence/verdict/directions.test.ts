import { describe, expect, it } from 'vitest'
import type { FigureName } from '../../../../src/contracts/figures.ts'
import type { Limiter } from '../../../../src/contracts/limiters.ts'
import { compareFigure } from '../../../../src/evidence/comparisons.ts'
import { judgeLoad, type PredictionShape, predictionOf } from '../overlay-case.ts'
import { caseOf } from './band-case.ts'

describe('directions that have to agree', () => {
  it('are named by the worst of them, and by the binding one if they are about as far off', () => {
    expect(judgeLoad(caseOf({ egressPayloadBytesPerSec: [0.96, 0.97] })).reason).toContain('of payload in')
    const wide: PredictionShape = { band: [0.8, 1.2] }
    expect(judgeLoad(caseOf({ egressPayloadBytesPerSec: [0.93, 0.94] }, 'unknown', wide)).reason).toContain(
      'Confirmed: measured 1.12 MB/s of payload out',
    )
    expect(judgeLoad(caseOf({ recordsPerSec: [0.85, 0.86] }, 'unknown', wide)).reason).toContain('records/s written')
    const above = { ingressPayloadBytesPerSec: [1.1, 1.2], egressPayloadBytesPerSec: [1.3, 1.4] } as const
    expect(judgeLoad(caseOf(above)).reason).toMatch(/^Above the prediction: measured 1\.62 MB\/s of payload out/)
  })

  it('are given in wire bytes if those are known, wherever payload lies inside its band', () => {
    const prediction = predictionOf({ band: [0.8, 1.2] })
    const comparisons = (
      [
        ['ingressWireBytesPerSec', 1],
        ['egressWireBytesPerSec', 1],
        ['ingressPayloadBytesPerSec', 0.88],
        ['recordsPerSec', 1],
      ] as const
    ).map(([figure, share]) => {
      const mean = share * prediction.expected[figure].likely
      return compareFigure(figure, prediction, { measured: { low: 0.99 * mean, mean, high: 1.01 * mean } })
    })
    const diagnosis = { limiter: 'unknown' as const, sentence: 'It was held.' }
    expect(judgeLoad({ prediction, comparisons, result: { diagnosis } }).reason).toMatch(
      /^Confirmed: measured 1\.22 MB\/s in /,
    )
  })

  it('are not "above" while one of them reaches below its band', () => {
    const split = { ingressPayloadBytesPerSec: [1.1, 1.2], egressPayloadBytesPerSec: [0.94, 0.99] } as const
    expect(judgeLoad(caseOf(split)).reasonCode).toBe('straddles-band')
  })

  it('are not confirmed if more records passed in as many bytes', () => {
    const judgement = judgeLoad(caseOf({ recordsPerSec: [1.15, 1.17] }))
    expect(judgement).toMatchObject({ verdict: 'not-proven', reasonCode: 'wire-profile-differs' })
    expect(judgement.reason).toMatch(
      /^Not proven: a record took 0\.86 times the predicted bytes: measured 1,392 records/,
    )
    expect(judgeLoad(caseOf({ recordsPerSec: [1.111, 1.112] })).verdict).toBe('confirmed')
    const allMore = { ingressPayloadBytesPerSec: [1.15, 1.17], recordsPerSec: [1.15, 1.17] } as const
    expect(judgeLoad(caseOf(allMore)).verdict).toBe('above')
  })
})

describe('a prediction that a limit holds consumers and not producers', () => {
  /** Writing at all of 2,000 records/s, reading held at 1,200 of them. */
  function readingBinds(
    writing: readonly [number, number],
    reading: readonly [number, number],
    limiter: Limiter = 'broker-throttle',
  ) {
    const all = predictionOf({ capacityPerSec: 3000, binding: ['egress'] })
    const held = predictionOf({ capacityPerSec: 1200, binding: ['egress'] })
    const { egressWireBytesPerSec, egressPayloadBytesPerSec } = held.expected
    const prediction = { ...held, expected: { ...all.expected, egressWireBytesPerSec, egressPayloadBytesPerSec } }
    const at = (figure: FigureName, [low, high]: readonly [number, number]) => {
      const { likely } = prediction.expected[figure]
      const measured = { low: low * likely, mean: ((low + high) / 2) * likely, high: high * likely }
      return compareFigure(figure, prediction, { measured, maxOffered: likely * 1.05 })
    }
    const comparisons = [
      at('egressWireBytesPerSec', reading),
      at('ingressWireBytesPerSec', writing),
      at('recordsPerSec', writing),
    ]
    const diagnosis = { limiter, sentence: 'It was held.', evidence: [] }
    return judgeLoad({ prediction, comparisons, result: { diagnosis } })
  }

  it('is confirmed if writing was met and reading is inside its band', () => {
    expect(readingBinds([0.985, 1.007], [0.98, 1.02])).toMatchObject({
      verdict: 'confirmed',
      reasonCode: 'broker-quota',
    })
  })

  it('is not confirmed if writing was not met, and is contradicted by either direction', () => {
    expect(readingBinds([0.983, 1.005], [0.98, 1.02]).reasonCode).toBe('straddles-band')
    expect(readingBinds([0.9, 0.95], [0.98, 1.02]).verdict).toBe('below')
    expect(readingBinds([0.99, 1.01], [0.8, 0.85]).verdict).toBe('below')
    expect(readingBinds([0.99, 1.01], [1.2, 1.3]).verdict).toBe('above')
  })

  it('is contradicted by a load that was met, reading included', () => {
    expect(readingBinds([0.99, 1.01], [1.2, 1.3], 'nothing')).toMatchObject({ verdict: 'above', limitReached: false })
  })

  it('is not contradicted by reading more while less was written than offered, by less than record sizes explain', () => {
    expect(readingBinds([0.96, 0.97], [1.2, 1.3], 'nothing').reasonCode).toBe('does-not-discriminate')
  })
})
