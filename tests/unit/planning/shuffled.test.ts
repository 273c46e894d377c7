import { describe, expect, it } from 'vitest'
import { shuffled } from '../../../src/planning/shuffled.ts'

const items = Array.from({ length: 10 }, (_, index) => index)

describe('an order drawn from a seed', () => {
  it('is the same each time, has every item once, and leaves the items as they were', () => {
    expect(shuffled(items, 1)).toEqual(shuffled(items, 1))
    expect(shuffled(items, 1).toSorted((one, other) => one - other)).toEqual(items)
    expect(items[0]).toBe(0)
    expect(shuffled([], 1)).toEqual([])
    expect(shuffled(['alone'], 1)).toEqual(['alone'])
  })

  it('differs from seed to seed, and puts every item at every place about as often', () => {
    const places = items.map(() => items.map(() => 0))
    const seeds = 5000
    for (let seed = 0; seed < seeds; seed += 1) {
      for (const [place, item] of shuffled(items, seed).entries()) {
        const row = places[item]
        if (row !== undefined) row[place] = (row[place] ?? 0) + 1
      }
    }
    // 500 are expected, with a standard deviation of 21.
    for (const count of places.flat()) expect(Math.abs(count - seeds / items.length)).toBeLessThan(110)
  })
})
