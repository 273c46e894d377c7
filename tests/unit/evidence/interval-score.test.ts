import { describe, expect, it } from 'vitest'
import { intervalScore, intervalScoresOf } from '../../../src/evidence/interval-score.ts'

describe('the interval score', () => {
  it('is the logarithmic width of a band that contains its figure', () => {
    expect(intervalScore({ low: 50, likely: 100, high: 200, published: 190 })).toBeCloseTo(Math.log(4), 12)
  })

  it('adds twenty times the distance of a figure outside, on either side', () => {
    const band = { low: 50, likely: 100, high: 200 }
    expect(intervalScore({ ...band, published: 25 })).toBeCloseTo(Math.log(4) + 20 * Math.log(2), 12)
    expect(intervalScore({ ...band, published: 600 })).toBeCloseTo(Math.log(4) + 20 * Math.log(3), 12)
  })

  it('stays finite if nothing was predicted', () => {
    expect(intervalScore({ low: 0, likely: 0, high: 0, published: 10 })).toBeCloseTo(20 * Math.log(1e6), 9)
  })

  it('is averaged over figures, beside their coverage, error and width', () => {
    const scores = intervalScoresOf([
      { low: 50, likely: 100, high: 200, published: 100 },
      { low: 25, likely: 100, high: 400, published: 50 },
      { low: 80, likely: 100, high: 125, published: 50 },
    ])
    expect(scores).toMatchObject({ figures: 3, inside: 2, medianAbsError: 1, medianWidthFactor: 2 })
    const miss = 20 * Math.log(80 / 50)
    expect(scores.intervalScore).toBeCloseTo((Math.log(4) + Math.log(16) + Math.log(125 / 80) + miss) / 3, 12)
  })
})
