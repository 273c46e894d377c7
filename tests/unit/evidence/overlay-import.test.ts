import { describe, expect, it } from 'vitest'
import { figureNames } from '../../../src/contracts/figures.ts'
import type { KnownFigures, KnownIntervals } from '../../../src/contracts/imported-run.ts'
import { overlayImport } from '../../../src/evidence/overlay-import.ts'
import { predictionOf, quotaTarget } from './overlay-case.ts'

/** Payload and records at 1,200 records a second, as predicted; no wire bytes, as Kafka's own tools. */
const { expected } = predictionOf()
const told = figureNames.map((name) => [name, name.includes('Wire') ? null : expected[name].likely] as const)
const figures = Object.fromEntries(told) as KnownFigures
const intervals = Object.fromEntries(
  told.map(([name, mean]) => [name, mean === null ? null : { mean, low: mean * 0.99, high: mean * 1.01 }]),
) as KnownIntervals

function overlayOf(windows: number, prediction = predictionOf()) {
  const driven = { target: quotaTarget, windows }
  return overlayImport({ prediction, figures, intervals, isPartial: false, driven })
}

describe('a planned run of Kafka’s own tools, compared with its prediction', () => {
  it('is confirmed by payload if the target enforces the binding limit and eight windows count', () => {
    expect(overlayOf(8)).toMatchObject({ verdict: 'confirmed', marks: ['imported'] })
    expect(overlayOf(8).comparisons[0]?.figure).toBe('ingressPayloadBytesPerSec')
  })

  it('is not proven if the target does not enforce the binding limit', () => {
    const overlay = overlayOf(8, predictionOf({ binding: ['partition-ingress'] }))
    expect(overlay).toMatchObject({ verdict: 'not-proven', reasonCode: 'dimension-not-enforced' })
  })

  it('is not proven if fewer windows count than an interval needs', () => {
    expect(overlayOf(7)).toMatchObject({
      reasonCode: 'too-short',
      reason: 'Not proven: the run was too short: 7 of the 8 whole quota windows that an interval needs.',
    })
  })
})
