import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, nearestWord } from '../../../src/cli/near-miss.ts'

describe('near misses', () => {
  it.each([
    ['pedict', 'predict'],
    ['vaildate', 'validate'],
    ['model', 'models'],
    ['rusn', 'runs'],
    ['val', 'validate'],
  ])('takes %s for %s', (word, meant) => {
    expect(nearestWord(word, ['predict', 'validate', 'report', 'runs', 'models'])).toBe(meant)
  })

  it('suggests nothing for a word that is far from all', () => {
    expect(nearestWord('frobnicate', ['predict', 'validate'])).toBeUndefined()
    expect(nearestWord('x', ['predict', 'validate'])).toBeUndefined()
  })

  it('counts a swap of neighbours as one edit', () => {
    expect(editDistance('tagret', 'target')).toBe(1)
  })

  it('is zero for equal words only, and the same in both directions', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        expect(editDistance(one, other) === 0).toBe(one === other)
        expect(editDistance(one, other)).toBe(editDistance(other, one))
      }),
    )
  })
})
