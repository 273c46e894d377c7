import { describe, expect, it } from 'vitest'
import { smallestWidth } from '../../../src/evidence/smallest-width.ts'

describe('one width for all', () => {
  it('holds nine of ten publications', () => {
    const figures = Array.from({ length: 10 }, (_, index) => ({ publication: `p${index}`, distance: index / 10 }))
    expect(smallestWidth(figures)).toBeCloseTo(Math.exp(0.8), 9)
  })

  it('weighs the figures of a publication as one', () => {
    const many = Array.from({ length: 50 }, () => ({ publication: 'many', distance: 0.1 }))
    expect(smallestWidth([...many, { publication: 'one', distance: 1 }])).toBeCloseTo(Math.E, 9)
  })

  it('is not there without figures', () => {
    expect(smallestWidth([])).toBeNull()
  })
})
