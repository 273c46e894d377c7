import { describe, expect, it } from 'vitest'
import { type FigureName, figureNames } from '../../../src/contracts/figures.ts'
import type { KnownFigures, KnownIntervals } from '../../../src/contracts/imported-run.ts'
import { metLoadRatio } from '../../../src/evidence/comparisons.ts'
import { type ImportCase, overlayImport } from '../../../src/evidence/overlay-import.ts'
import { type PredictionShape, predictionOf, quotaTarget } from './overlay-case.ts'

/** Shares of the likely figures that a tool told; null for what it did not. Left out: payload and records as predicted. */
type Told = Partial<Record<FigureName, number | null>>

/** An imported run with intervals of ± 1 % around shares of what was predicted. */
function importCase(told: Told = {}, shape: PredictionShape = {}, rest: Partial<ImportCase> = {}): ImportCase {
  const prediction = predictionOf(shape)
  const shareOf = (name: FigureName) => {
    const share = told[name]
    return share === undefined ? (name.includes('Wire') ? null : 1) : share
  }
  const means = figureNames.map((name) => {
    const share = shareOf(name)
    return [name, share === null ? null : prediction.expected[name].likely * share] as const
  })
  const intervals = means.map(([name, mean]) => [
    name,
    mean === null ? null : { mean, low: mean * 0.99, high: mean * 1.01 },
  ])
  return {
    prediction,
    figures: Object.fromEntries(means) as KnownFigures,
    intervals: Object.fromEntries(intervals) as KnownIntervals,
    isPartial: false,
    ...rest,
  }
}

const overlayOf = (...given: Parameters<typeof importCase>) => overlayImport(importCase(...given))
const driven = (windows: number) => ({ driven: { target: quotaTarget, windows } })

describe('an imported run', () => {
  it('is confirmed if writing, reading and records agree, without a claim about the limit', () => {
    expect(overlayOf()).toMatchObject({ verdict: 'confirmed', reasonCode: 'within-band', marks: ['imported'] })
    expect(overlayOf().comparisons.map(({ figure }) => figure)).toEqual([
      'ingressPayloadBytesPerSec',
      'egressPayloadBytesPerSec',
      'recordsPerSec',
    ])
    const whole = { ingressPayloadBytesPerSec: 1.01, egressPayloadBytesPerSec: 1.01, recordsPerSec: 1.01 }
    const met = overlayOf(whole, { capacityPerSec: 3000 })
    expect(met).toMatchObject({ reasonCode: 'offered-load-met', limitReached: false })
    expect(met.reason).toMatch(
      /^Confirmed: the offered 2 MB\/s was met as predicted \(measured 2\.02 MB\/s of payload in/,
    )
    expect(met.reason).not.toContain('limit')
  })

  it('is judged by wire bytes if its tool reports them', () => {
    const overlay = overlayOf({ ingressWireBytesPerSec: 1, egressWireBytesPerSec: 1 })
    expect(overlay.comparisons.map(({ figure }) => figure)).toEqual([
      'ingressWireBytesPerSec',
      'egressWireBytesPerSec',
      'recordsPerSec',
    ])
    expect(overlay.verdict).toBe('confirmed')
  })

  it.each([
    [{ ingressPayloadBytesPerSec: 0.9, recordsPerSec: 0.9 }, 'of payload in'],
    [{ egressPayloadBytesPerSec: 0.9 }, 'of payload out'],
    [{ ingressPayloadBytesPerSec: 0.96, recordsPerSec: 0.925 }, 'written'],
  ] as const)('is below with %j', (told, words) => {
    const overlay = overlayOf(told)
    expect(overlay).toMatchObject({ verdict: 'below', limitReached: true })
    expect(overlay.reason).toContain(words)
    expect(overlay.reason).toMatch(/The imported files do not show what held the rate\.$/)
  })

  it('is "above" if it wrote more than the band', () => {
    const told = { ingressPayloadBytesPerSec: 1.1, egressPayloadBytesPerSec: 1.1, recordsPerSec: 1.1 }
    expect(overlayOf(told)).toMatchObject({ verdict: 'above', limitReached: true })
  })

  it('met its load if its interval begins at exactly 99.5 % of the offered load', () => {
    const { prediction, intervals } = importCase({}, { capacityPerSec: 3000 })
    if (intervals === null) throw new Error('no intervals')
    const offered = prediction.offered.ingressPayloadBytesPerSec
    const from = (low: number) => {
      const ingressPayloadBytesPerSec = { low, mean: offered, high: offered }
      const told = { ...intervals, ingressPayloadBytesPerSec }
      return overlayOf({}, { capacityPerSec: 3000 }, { intervals: told }).reasonCode
    }
    expect([from(offered * metLoadRatio), from(offered * metLoadRatio - 1)]).toEqual([
      'offered-load-met',
      'straddles-band',
    ])
  })

  it('met its load from 99.5 % of the offered load on', () => {
    // The interval begins 1 % below its mean.
    const told = (share: number) => ({
      ingressPayloadBytesPerSec: share,
      egressPayloadBytesPerSec: share,
      recordsPerSec: share,
    })
    expect(overlayOf(told(1.0051), { capacityPerSec: 3000 }).reasonCode).toBe('offered-load-met')
    expect(overlayOf(told(1.0049), { capacityPerSec: 3000 }).reasonCode).toBe('straddles-band')
  })
})

describe('an imported run proves nothing', () => {
  it('if the deployment refuses the workload', () => {
    expect(overlayOf({}, { refusals: ['One is too many.'] })).toMatchObject({
      reasonCode: 'infeasible',
      reason: 'Not proven: the deployment refuses this workload: one is too many.',
    })
    expect(overlayOf({}, { refusals: [] }).reason).toBe('Not proven: the deployment refuses this workload.')
  })

  it('if an output ends before its summary, or the run of the tools was cut short', () => {
    expect(overlayOf({}, {}, { isPartial: true })).toMatchObject({
      reasonCode: 'partial-run',
      reason: 'Not proven: an imported output ends before its own summary.',
      marks: ['imported', 'partial'],
    })
    expect(overlayOf({}, {}, { isPartial: true, ...driven(8) }).reason).toBe('Not proven: the run was cut short.')
  })

  it('if the binding figure is not reported', () => {
    expect(overlayOf({ ingressPayloadBytesPerSec: null }).reason).toContain('do not contain the rate of writing')
    const reading: PredictionShape = { binding: ['egress'] }
    expect(overlayOf({ egressPayloadBytesPerSec: null }, reading)).toMatchObject({ reasonCode: 'figure-absent' })
    expect(overlayOf({ egressPayloadBytesPerSec: null }, reading).reason).toContain('the rate of reading')
    expect(overlayOf({ egressPayloadBytesPerSec: null }).verdict).toBe('confirmed')
  })

  it('if it moved more than the scenario offers', () => {
    const whole: PredictionShape = { capacityPerSec: 3000 }
    const more = (share: number, rest: Parameters<typeof overlayOf>[2] = {}) =>
      overlayOf({ ingressPayloadBytesPerSec: share, recordsPerSec: share }, whole, rest)
    expect(more(1.02).reasonCode).not.toBe('other-workload')
    // Its plan fixes how many records it sends: it only caught up.
    expect(more(1.021, driven(8)).reasonCode).not.toBe('other-workload')
    expect(more(1.021)).toMatchObject({
      reasonCode: 'other-workload',
      reason: expect.stringContaining('moved 2.04 MB/s, more than the 2 MB/s that the scenario offers'),
    })
  })

  it('if its records have another size', () => {
    const records = (share: number) => overlayOf({ recordsPerSec: share })
    expect(records(1 / 1.06)).toMatchObject({
      reasonCode: 'other-workload',
      reason: expect.stringContaining('its records hold 1,060 bytes of payload, those of the scenario 1,000'),
    })
    expect(records(1.06).reasonCode).toBe('other-workload')
    expect([records(1 / 1.04), records(1.04)].map(({ verdict }) => verdict)).toEqual(['confirmed', 'confirmed'])
    const payload = (share: number) => overlayOf({ ingressPayloadBytesPerSec: share }).reasonCode
    expect([payload(1.05), records(1.05).reasonCode]).toEqual(['straddles-band', 'within-band'])
    expect([payload(1.0501), records(1.0501).reasonCode]).toEqual(['other-workload', 'other-workload'])
    expect(overlayOf({ recordsPerSec: null }).verdict).toBe('confirmed')
    const wireAlone = { ingressPayloadBytesPerSec: null, ingressWireBytesPerSec: 1, egressWireBytesPerSec: 1 }
    expect(overlayOf(wireAlone).verdict).toBe('confirmed')
    expect(overlayOf({ recordsPerSec: 0 }).reasonCode).not.toBe('other-workload')
  })

  it('without an interval, or without one for the binding figure', () => {
    expect(overlayOf({}, {}, { intervals: null })).toMatchObject({
      ...{ reasonCode: 'no-interval', comparisons: [], limitReached: false },
    })
    const { intervals } = importCase()
    if (intervals === null) throw new Error('no intervals')
    const without = { ...intervals, ingressPayloadBytesPerSec: null }
    expect(overlayOf({}, {}, { intervals: without }).reason).toMatch(/^Not proven: the imported files give one mean/)
  })

  it('with fewer windows than an interval needs, if Headroom ran the tools', () => {
    expect([overlayOf({}, {}, driven(7)), overlayOf({}, {}, driven(8))].map(({ reasonCode }) => reasonCode)).toEqual([
      'too-short',
      'within-band',
    ])
    expect(overlayOf({}, { binding: ['requests'] }, driven(8)).reasonCode).toBe('dimension-not-enforced')
    expect(overlayOf({}, { binding: ['requests'] }).verdict).toBe('confirmed')
  })
})
