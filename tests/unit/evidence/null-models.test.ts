import { describe, expect, it } from 'vitest'
import { type JudgedRow, powerOf } from '../../../src/evidence/null-models.ts'

const row = (measuredPerSec: number, hostsPerSec: number, error: number, tolerance = 0.15): JudgedRow => ({
  ...{ measuredPerSec, hostsPerSec },
  judged: { error, tolerance },
})

describe('the power of the test over judged rows', () => {
  it('counts an error that is as large as the tolerance as within it, and a larger one as not', () => {
    expect(powerOf([row(1, 1, 0.15), row(1, 1, -0.15), row(1, 1, 0.1501)]).withinModel).toBe(2)
  })

  it('is nil for rows that are alike, because they pass without any model', () => {
    expect(powerOf([row(100, 50, 0), row(105, 10, 0.05), row(95, 90, -0.05)])).toMatchObject({
      ...{ judged: 3, withinModel: 3, withinNone: 3 },
    })
  })

  it('shows rows that one factor on the hosts’ rates predicts, and that fail without any model', () => {
    const power = powerOf([row(10, 100, 0), row(20, 200, 0), row(80, 800, 0.2)])
    expect(power).toEqual({ judged: 3, withinModel: 2, withinNone: 0, withinFactor: 3 })
  })

  it('predicts each row as the geometric mean of the others, and applies the row’s own tolerance', () => {
    // The others of 100 are 50 and 200, whose geometric mean is 100; those of 50 are 100 and 200: 141, of which 50 is 65 % short.
    expect(powerOf([row(100, 1, 0), row(50, 1, 0, 0.64), row(200, 1, 0)]).withinNone).toBe(1)
    expect(powerOf([row(100, 1, 0), row(50, 1, 0, 0.66), row(200, 1, 0)]).withinNone).toBe(2)
    expect(powerOf([])).toEqual({ judged: 0, withinModel: 0, withinNone: 0, withinFactor: 0 })
  })
})
