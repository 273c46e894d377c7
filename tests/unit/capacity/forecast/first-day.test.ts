import { describe, expect, it } from 'vitest'
import { changesOver, firstDay } from '../../../../src/capacity/forecast/first-day.ts'

describe('the first day on which a condition holds', () => {
  const pieces = [
    { first: 0, last: 99 },
    { first: 100, last: 199 },
  ]

  it.each([0, 1, 57, 99, 100, 199])('is day %d, tried on few days where the load rises', (day) => {
    let tried = 0
    const isSo = (at: number) => {
      tried += 1
      return at >= day
    }
    expect(firstDay(pieces, 'rising', isSo)).toBe(day)
    expect(tried).toBeLessThan(20)
  })

  it('is found where the load rises and falls again', () => {
    expect(firstDay(pieces, 'mixed', (day) => day > 40 && day < 43)).toBe(41)
    expect(firstDay(pieces, 'falling', (day) => day >= 100)).toBe(100)
  })

  it('is null if the condition never holds', () => {
    for (const direction of ['rising', 'falling', 'mixed'] as const) {
      expect(firstDay(pieces, direction, () => false)).toBeNull()
    }
  })
})

describe('the days on which a value changes', () => {
  it('are found between the days that are looked at, also several', () => {
    const valueAt = (day: number) => (day < 13 ? 'a' : day < 61 ? 'b' : 'c')
    const changes = changesOver([0, 50, 100], valueAt, (one, other) => one === other)
    expect(changes).toEqual([
      { day: 0, value: 'a' },
      { day: 13, value: 'b' },
      { day: 61, value: 'c' },
    ])
    expect(changesOver([0, 100], valueAt, (one, other) => one === other)).toEqual(changes)
  })
})
