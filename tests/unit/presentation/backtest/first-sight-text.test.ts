import { describe, expect, it } from 'vitest'
import type { BacktestedFirstSight } from '../../../../src/contracts/backtest.ts'
import { firstSightText } from '../../../../src/presentation/backtest/backtest-facts.ts'

/** A prediction of a published lower bound, which has no error. */
const ofBound: BacktestedFirstSight = {
  likely: 100,
  low: 80,
  high: 120,
  error: null,
  isInside: true,
  date: '2026-11-01',
  commit: null,
  basis: 'blind',
  binding: null,
  changed: [],
  testsBands: false,
}

describe('what a table says of a first sight', () => {
  it('of a lower bound is whether the band reached it', () => {
    expect(firstSightText(ofBound)).toBe('reached')
    expect(firstSightText({ ...ofBound, isInside: false })).toBe('missed')
  })

  it('is not known without a band, and without a prediction', () => {
    expect(firstSightText({ ...ofBound, low: null, high: null, isInside: null })).toBe('not known')
    expect(firstSightText(null)).toBe('not known')
  })
})
