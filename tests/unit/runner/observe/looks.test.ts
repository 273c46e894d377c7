import { describe, expect, it } from 'vitest'
import { looksWithin } from '../../../../src/runner/observe/looks.ts'

describe('the number of looks at the offsets', () => {
  it.each([
    { spanMs: 60_000, lookMs: 100, looks: 30 },
    { spanMs: 600_000, lookMs: 100, looks: 60 },
    // 2,000 partitions of one broker at 10 requests/s.
    { spanMs: 60_000, lookMs: 2_000, looks: 6 },
    { spanMs: 1_000, lookMs: 2_000, looks: 1 },
  ])('is $looks in $spanMs ms if one takes $lookMs ms', ({ spanMs, lookMs, looks }) => {
    expect(looksWithin(spanMs, lookMs)).toBe(looks)
  })
})
