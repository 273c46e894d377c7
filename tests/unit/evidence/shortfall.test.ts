import { describe, expect, it } from 'vitest'
import { type FigureName, figureNames } from '../../../src/contracts/figures.ts'
import { overlayResult } from '../../../src/evidence/overlay.ts'
import type { RunShape } from '../measurement/simulated-run.ts'
import { caseOf, judgeLoad, type PredictionShape, underQuota } from './overlay-case.ts'
import { halvedOnPaper, smallRecordsOnBusyMachine } from './recorded-runs.ts'

describe('a run that got less than predicted', () => {
  it('is "below" by its records, although its wire bytes are twice those predicted', () => {
    expect(overlayResult(halvedOnPaper())).toMatchObject({
      verdict: 'below',
      reasonCode: 'below-band',
      limitReached: true,
      reason:
        'Below the prediction: measured 2.44 MB/s of payload in (2.4–2.48), predicted 3. The brokers throttled the producers in 89 % of the seconds, by up to 515 ms. A record took 2.01 times the predicted bytes in; a record took 1.99 times the predicted bytes out.',
    })
  })

  it('is not confirmed if it met the load with fewer wire bytes than predicted', () => {
    expect(overlayResult(smallRecordsOnBusyMachine())).toMatchObject({
      verdict: 'not-proven',
      reasonCode: 'wire-profile-differs',
      reason:
        'Not proven: the load was met, but with fewer bytes per record: measured 416.4 kB/s out (348.5–484.2), predicted 712.7.',
    })
  })

  /** A run, some of its figures moved to shares of the predicted ones. */
  function withFigures(shares: Partial<Record<FigureName, number>>, shape: PredictionShape, run: RunShape) {
    const input = caseOf(run, shape)
    const steady = input.result.steady
    if (steady === null) throw new Error('nothing steady was measured')
    const moved = Object.fromEntries(
      figureNames.flatMap((figure) => {
        const mean = input.prediction.expected[figure].likely * (shares[figure] ?? Number.NaN)
        return Number.isNaN(mean) ? [] : [[figure, { mean, low: mean * 0.999, high: mean * 1.001 }]]
      }),
    )
    return overlayResult({ ...input, result: { ...input.result, steady: { ...steady, ...moved } } })
  }

  /** A run under its quota, one of its figures moved to a share of the predicted one. */
  function withFigure(figure: FigureName, share: number, shape: PredictionShape = {}, run: RunShape = underQuota) {
    return withFigures({ [figure]: share }, shape, run)
  }

  it.each([
    ['recordsPerSec', /^Below the prediction: measured 1,068 records\/s written/],
    ['ingressPayloadBytesPerSec', /^Below the prediction: measured 1\.07 MB\/s of payload in/],
    ['egressWireBytesPerSec', /^Below the prediction: measured 1\.09 MB\/s out/],
  ] as const)('is below by its %s alone', (figure, reason) => {
    expect(withFigure(figure, 0.97).verdict).toBe('confirmed')
    const overlay = withFigure(figure, 0.89)
    expect(overlay).toMatchObject({ verdict: 'below', limitReached: true })
    expect(overlay.reason).toMatch(reason)
  })

  it('is not proven if a figure that is not judged reaches below its band', () => {
    const overlay = withFigure('recordsPerSec', 0.9501)
    expect(overlay).toMatchObject({ verdict: 'not-proven', reasonCode: 'straddles-band' })
    expect(overlay.reason).toContain('records/s')
    expect(withFigure('recordsPerSec', 1.06)).toMatchObject({ verdict: 'confirmed' })
  })

  it('names the binding figure if all fell short alike, and the worst one if it fell short further', () => {
    const short = { quotaPerSec: 420, burstPerSec: 3000 }
    expect(withFigure('recordsPerSec', 0.66, {}, short).reason).toContain('measured 856.8 kB/s in')
    expect(withFigure('recordsPerSec', 0.64, {}, short).reason).toContain('measured 768 records/s written')
  })

  it('names another figure only if it fell short further by more than the record-size tolerance', () => {
    const { prediction, target, result, plan } = caseOf({ quotaPerSec: 420, burstPerSec: 3000 })
    const { comparisons } = overlayResult({ prediction, target, result, plan, status: 'complete', endReason: null })
    const reasonAt = (relativeError: number) => {
      const moved = comparisons.map((each) =>
        each.figure === 'recordsPerSec' ? { ...each, relativeError } : { ...each, relativeError: -0.2 },
      )
      return judgeLoad({ prediction, result, comparisons: moved }).reason
    }
    expect(reasonAt(-0.25)).toContain('measured 856.8 kB/s in')
    expect(reasonAt(-0.251)).toContain('records/s written')
  })

  it('may be lower by the record-size tolerance if the load was met, and by no more', () => {
    const withRoom = { capacityPerSec: 3000 }
    expect(withFigure('ingressWireBytesPerSec', 0.955, withRoom, {}).verdict).toBe('confirmed')
    expect(withFigure('ingressWireBytesPerSec', 0.94, withRoom, {})).toMatchObject({
      verdict: 'not-proven',
      reasonCode: 'wire-profile-differs',
    })
    expect(withFigure('ingressPayloadBytesPerSec', 0.94, withRoom, {})).toMatchObject({
      verdict: 'below',
      limitReached: false,
    })
    expect(withFigure('recordsPerSec', 0.94, withRoom, {}).verdict).toBe('below')
  })

  it('is "below" if records and wire bytes are both fewer, although the load was met', () => {
    const withRoom = { capacityPerSec: 3000 }
    const fewer = { ingressWireBytesPerSec: 0.93, ingressPayloadBytesPerSec: 0.85 }
    expect(withFigures(fewer, withRoom, {})).toMatchObject({
      verdict: 'below',
      reasonCode: 'below-band',
      reason: expect.stringContaining('of payload in'),
    })
    const wireAlone = { ingressWireBytesPerSec: 0.93, egressWireBytesPerSec: 0.93 }
    expect(withFigures(wireAlone, withRoom, {}).reasonCode).toBe('wire-profile-differs')
  })

  it('is "below" by any shortfall from a band that begins at the offered load, if the load was not met', () => {
    // Acknowledged 99 % of what was offered; the prediction has room for half as much again.
    const overlay = withFigure('recordsPerSec', 0.99, { capacityPerSec: 3000 }, { quotaPerSec: 990, burstPerSec: 3000 })
    expect(overlay).toMatchObject({ verdict: 'below', limitReached: true })
  })
})
