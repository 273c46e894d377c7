import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choicesText, editDistance, nearNames } from '../../../src/units/near-names.ts'

describe('names to choose from', () => {
  it('are all if they are few, else those most similar to the given name', () => {
    expect(choicesText(['one', 'two'], 'tow')).toBe('one, two')
    const many = Array.from({ length: 30 }, (_, index) => `m${index}.large`)
    expect(choicesText(many, 'm27.lrage')).toMatch(/^m27\.large, .* or 27 others$/)
    expect(choicesText(many)).toBe('m0.large, m1.large, m2.large or 27 others')
    expect(choicesText(many, 'frobnicate')).toBe('m0.large, m1.large, m2.large or 27 others')
  })
})

describe('near names', () => {
  const commands = ['predict', 'validate', 'report', 'runs', 'models']

  it('are none for a name of more than 200 characters', () => {
    expect(nearNames(`models${'x'.repeat(194)}`, commands)).toEqual(['models'])
    expect(nearNames(`models${'x'.repeat(195)}`, commands)).toEqual([])
  })

  it.each([
    ['pedict', 'predict'],
    ['vaildate', 'validate'],
    ['model', 'models'],
    ['rusn', 'runs'],
    ['val', 'validate'],
    ['PREDICT', 'predict'],
  ])('takes %s for %s', (word, meant) => {
    expect(nearNames(word, commands)[0]).toBe(meant)
  })

  it('are none for a word that is far from all', () => {
    for (const word of ['frobnicate', 'x', '']) expect(nearNames(word, commands)).toEqual([])
  })

  it('are ordered by similarity; a name that contains the word is among the first', () => {
    expect(nearNames('peak', ['keys', 'peakRecordsPerSec'])).toEqual(['peakRecordsPerSec'])
    expect(nearNames('topic', ['topicPrefix', 'topics', 'topik'])).toEqual(['topics', 'topik', 'topicPrefix'])
  })

  it('always have a name of which one letter was left out, doubled or swapped with the next', () => {
    const name = fc.stringMatching(/^[a-z][a-zA-Z]{3,15}$/)
    const arranged = fc.record({
      names: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
      at: fc.nat(),
      how: fc.nat(2),
    })
    fc.assert(
      fc.property(arranged, ({ names, at, how }) => {
        const [meant = ''] = names
        const letter = at % (meant.length - 1)
        const [before, one, two, after] = [
          meant.slice(0, letter),
          meant.charAt(letter),
          meant.charAt(letter + 1),
          meant.slice(letter + 2),
        ]
        const typed = [
          `${before}${two}${after}`,
          `${before}${one}${one}${two}${after}`,
          `${before}${two}${one}${after}`,
        ]
        expect(nearNames(typed[how] ?? '', names)).toContain(meant)
      }),
    )
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
