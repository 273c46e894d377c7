import { describe, expect, it } from 'vitest'
import type { FigureIntervals, FigureName, Figures } from '../../../src/contracts/figures.ts'
import type { Comparison } from '../../../src/contracts/verdict.ts'
import {
  compareFigure,
  compareFigures,
  isBandTooWide,
  isWholeLoad,
  judgedFigures,
  metLoadRatio,
  payloadFigure,
} from '../../../src/evidence/comparisons.ts'
import { predictionOf } from './overlay-case.ts'

/** Intervals of ± 1 % around shares of a prediction's offered figures. */
function steadyAt(offered: Figures, shareOf: (name: FigureName) => number): FigureIntervals {
  const at = (name: FigureName) => {
    const mean = offered[name] * shareOf(name)
    return { mean, low: mean * 0.99, high: mean * 1.01 }
  }
  return {
    ingressWireBytesPerSec: at('ingressWireBytesPerSec'),
    ingressPayloadBytesPerSec: at('ingressPayloadBytesPerSec'),
    egressWireBytesPerSec: at('egressWireBytesPerSec'),
    egressPayloadBytesPerSec: at('egressPayloadBytesPerSec'),
    recordsPerSec: at('recordsPerSec'),
  }
}

describe('the figures of a comparison', () => {
  it('are all five, judged ones first: both directions, egress before ingress if egress alone binds', () => {
    const prediction = predictionOf()
    const figures = compareFigures(
      prediction,
      steadyAt(prediction.offered, () => 1),
    ).map(({ figure }) => figure)
    expect(figures).toEqual([
      'ingressWireBytesPerSec',
      'egressWireBytesPerSec',
      'ingressPayloadBytesPerSec',
      'egressPayloadBytesPerSec',
      'recordsPerSec',
    ])
    expect(judgedFigures(predictionOf({ groups: 0 }))).toEqual(['ingressWireBytesPerSec'])
    const reading = ['egressWireBytesPerSec', 'ingressWireBytesPerSec']
    expect(judgedFigures(predictionOf({ binding: ['egress'] }))).toEqual(reading)
    expect(judgedFigures(predictionOf({ binding: ['egress', 'partition-egress'] }))).toEqual(reading)
    expect(judgedFigures(predictionOf({ binding: ['records-read'] }))).toEqual(reading)
    expect(judgedFigures(predictionOf({ binding: ['consumer-client'] }))).toEqual(reading)
    expect(judgedFigures(predictionOf({ binding: ['egress', 'ingress'] }))[0]).toBe('ingressWireBytesPerSec')
    expect(judgedFigures(predictionOf({ binding: [] }))[0]).toBe('ingressWireBytesPerSec')
  })

  it('have a payload figure of the same direction, except records', () => {
    const payloads = (
      ['ingressWireBytesPerSec', 'egressWireBytesPerSec', 'ingressPayloadBytesPerSec', 'recordsPerSec'] as const
    ).map(payloadFigure)
    expect(payloads).toEqual([
      'ingressPayloadBytesPerSec',
      'egressPayloadBytesPerSec',
      'ingressPayloadBytesPerSec',
      'recordsPerSec',
    ])
  })

  it('have an error relative to the likely value, and none if zero was predicted', () => {
    const measured = { mean: 900, low: 890, high: 910 }
    expect(compareFigure('recordsPerSec', predictionOf(), { measured }).relativeError).toBeCloseTo(-0.25, 9)
    expect(compareFigure('egressWireBytesPerSec', predictionOf({ groups: 0 }), { measured }).relativeError).toBeNull()
  })
})

describe('the position of an interval', () => {
  const band = (low: number, high: number) => ({ low, mean: (low + high) / 2, high })

  /** On a band of 1,140 to 1,272 records/s of 2,000 offered. */
  it.each([
    ['below', 1000, 1139.9],
    ['straddles', 1000, 1140],
    ['straddles', 1139.9, 1200],
    ['inside', 1140, 1272],
    ['straddles', 1200, 1272.1],
    ['straddles', 1100, 1300],
    ['straddles', 1272, 1400],
    ['above', 1272.1, 1400],
  ] as const)('is %s from %d to %d', (position: Comparison['position'], low, high) => {
    const measured = band(low, high)
    expect(compareFigure('recordsPerSec', predictionOf(), { measured }).position).toBe(position)
    // The end that is said for a band at the offered load does not move another.
    expect(compareFigure('recordsPerSec', predictionOf(), { measured, maxOffered: 1250 }).position).toBe(position)
  })

  it('is inside a band that ends at the offered load up to the given maximum, or at any height without one', () => {
    const prediction = predictionOf({ capacityPerSec: 3000 })
    const at = (low: number, maxOffered?: number) =>
      compareFigure('recordsPerSec', prediction, {
        measured: band(low, low + 10),
        ...(maxOffered === undefined ? {} : { maxOffered }),
      }).position
    expect([at(2000, 2100), at(2095, 2100), at(2101, 2100), at(9000)]).toEqual([
      'inside',
      'straddles',
      'above',
      'inside',
    ])
  })
})

describe('a band that ends at the offered load', () => {
  const prediction = predictionOf({ capacityPerSec: 3000 })
  const { offered } = prediction

  function positionAt(shares: Partial<Record<FigureName, number>>, figure: FigureName) {
    const all = compareFigures(
      prediction,
      steadyAt(offered, (name) => shares[name] ?? 1),
    )
    return all.find((comparison) => comparison.figure === figure)?.position
  }

  it.each(['ingressWireBytesPerSec', 'egressWireBytesPerSec', 'ingressPayloadBytesPerSec'] as const)(
    'takes of %s 5 % more',
    (figure) => {
      // The interval begins 1 % below its mean.
      expect(positionAt({ [figure]: 1.065 }, figure)).toBe('above')
      expect(positionAt({ [figure]: 1.055 }, figure)).toBe('straddles')
      expect(positionAt({ [figure]: 1.035 }, figure)).toBe('inside')
    },
  )

  it('ends higher if the window contains records that were due earlier, and no lower if it contains fewer', () => {
    const figure = 'ingressWireBytesPerSec'
    expect(positionAt({ recordsPerSec: 1.1, [figure]: 1.15 }, figure)).toBe('straddles')
    expect(positionAt({ recordsPerSec: 1.1, [figure]: 1.17 }, figure)).toBe('above')
    expect(positionAt({ recordsPerSec: 0.5, [figure]: 1.02 }, figure)).not.toBe('above')
    const nothing = predictionOf({ offeredPerSec: 0, capacityPerSec: 3000 })
    expect(
      compareFigures(
        nothing,
        steadyAt(offered, () => 0),
      )[0]?.position,
    ).toBe('inside')
  })
})

describe('a band that begins at the offered load while the other direction is held', () => {
  it('begins where the load counts as met, at exactly 99.5 % of it', () => {
    const free = predictionOf({ capacityPerSec: 3000 })
    const { egressWireBytesPerSec } = predictionOf({ capacityPerSec: 1200 }).expected
    const held = { ...free, expected: { ...free.expected, egressWireBytesPerSec } }
    const offered = held.offered.recordsPerSec
    const positionAt = (mean: number) =>
      compareFigure('recordsPerSec', held, { measured: { low: 0.99 * offered, mean, high: offered } }).position
    expect(positionAt(offered * metLoadRatio)).toBe('inside')
    expect(positionAt(offered * metLoadRatio - 1)).toBe('straddles')
  })
})

describe('a band', () => {
  it('ends at the offered load if they differ only by rounding', () => {
    const ends = [1_000_001, 1_000_000, 999_999.5, 999_998, 0]
    expect(ends.map((end) => isWholeLoad(end, 1_000_000))).toEqual([true, true, true, false, false])
    expect(isWholeLoad(0, 0)).toBe(true)
  })

  it('is too wide beyond ± 25 % of its likely value', () => {
    expect(isBandTooWide({ low: 75, likely: 100, high: 125 })).toBe(false)
    expect(isBandTooWide({ low: 74.9, likely: 100, high: 125 })).toBe(true)
    expect(isBandTooWide({ low: 100, likely: 100, high: 150.1 })).toBe(true)
  })
})
