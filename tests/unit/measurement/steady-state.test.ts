import { describe, expect, it } from 'vitest'
import { resultOf } from './simulated-result.ts'

/** Rates of one producer that go up and down from window to window, by so much at most, around 1,000 records/s. */
function swinging(spread: number) {
  const swing = [1, -1, -1, 1, 1, -1, -1, 1, 1, -1]
  return resultOf({
    offeredPerSec: 2000,
    passPerSec: (second) => 1000 + Math.round(spread * (swing[Math.floor(second / 11)] ?? 0)),
  })
}

/** A rate that falls or rises by a share of 1,000 records/s over the eight windows that count. */
function drifting(share: number) {
  return resultOf({
    offeredPerSec: 2000,
    passPerSec: (second) => 1000 + Math.round((share * 1000 * (second - 66)) / 88),
  })
}

function halfWidthOf({ steady }: ReturnType<typeof resultOf>): number {
  if (steady === null) throw new Error('nothing steady was measured')
  return steady.recordsPerSec.high / steady.recordsPerSec.mean - 1
}

describe('a steady window', () => {
  it('is too noisy where its interval is wider than 5 % of the mean either way', () => {
    const spreads = Array.from({ length: 30 }, (_, index) => 10 * (index + 1))
    const runs = spreads.map(swinging)
    for (const run of runs) {
      expect(run.steadyWindow.doubt, `± ${halfWidthOf(run)}`).toBe(halfWidthOf(run) > 0.05 ? 'too-noisy' : null)
    }
    const widths = runs.map(halfWidthOf)
    expect(widths.some((width) => width > 0.04 && width < 0.05)).toBe(true)
    expect(widths.some((width) => width > 0.05 && width < 0.06)).toBe(true)
  })

  it.each([0.045, -0.045])('has not settled where the rate moves by %d of itself', (share) => {
    expect(drifting(share).steadyWindow.doubt).toBe('not-settled')
  })

  it.each([0.025, -0.025])('has settled where the rate moves by %d of itself', (share) => {
    expect(drifting(share).steadyWindow.doubt).toBeNull()
  })
})
