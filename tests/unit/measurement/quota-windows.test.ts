import { describe, expect, it } from 'vitest'
import type { Sample } from '../../../src/contracts/sample.ts'
import { cutQuotaWindows, pairWindows } from '../../../src/measurement/quota-windows.ts'
import { secondsOf } from './counted-seconds.ts'
import { planOf } from './simulated-run.ts'

/** Samples of these seconds; `rateAt` says how many records each has, `lastingMs` how long it took. */
function samplesOf(
  seconds: readonly number[],
  { rateAt = () => 10, lastingMs = () => 1_000 }: Partial<Record<'rateAt' | 'lastingMs', (second: number) => number>>,
): Sample[] {
  const counted = seconds.map((second) => ({ producers: [{ producerId: 'p0', ackedRecords: rateAt(second) }] }))
  return secondsOf(counted).map((sample, at) => {
    const second = seconds[at] ?? 0
    return { ...sample, second, durationMs: lastingMs(second) }
  })
}

const upTo = (end: number) => Array.from({ length: end }, (_, second) => second)
const windowsOf = (seconds: number, samples: readonly Sample[], burnInSeconds = seconds) =>
  cutQuotaWindows(planOf({ groups: 0, windowSeconds: seconds, burnInSeconds, durationSeconds: 20 }), samples).map(
    ({ fromSecond, toSecond, figures }) => [fromSecond, toSecond, figures.recordsPerSec],
  )

describe('quota windows', () => {
  it('begin after the burn-in, are whole, and end with the load', () => {
    const rateAt = (second: number) => (second < 6 ? 1_000 : second)
    // The seconds 6 to 17; 18 and 19 would begin another, and the drain follows.
    expect(windowsOf(6, samplesOf(upTo(25), { rateAt }))).toEqual([
      [6, 12, 8.5],
      [12, 18, 14.5],
    ])
  })

  it('count with nine of ten seconds, and not with eight', () => {
    const without = (...missing: readonly number[]) =>
      windowsOf(
        10,
        samplesOf(
          upTo(20).filter((second) => !missing.includes(second)),
          {},
        ),
      )
    expect(without(13)).toHaveLength(1)
    expect(without(13, 16)).toHaveLength(0)
  })

  it('have the seconds that a long sample covers', () => {
    // The sample of second 6 tells of 4, 5 and 6.
    const seconds = upTo(8).filter((second) => second !== 4 && second !== 5)
    const long = samplesOf(seconds, { lastingMs: (second) => (second === 6 ? 3_000 : 1_000) })
    expect(windowsOf(4, long).map(([from]) => from)).toEqual([4])
    expect(windowsOf(4, samplesOf(seconds, {}))).toEqual([])
  })

  it('have the seconds before the first sample, if that was long', () => {
    const seconds = [1, 2, 3]
    const long = samplesOf(seconds, { lastingMs: (second) => (second === 1 ? 2_000 : 1_000) })
    expect(windowsOf(4, long, 0).map(([from]) => from)).toEqual([0])
    expect(windowsOf(4, samplesOf(seconds, {}), 0)).toEqual([])
  })

  it('have no second before another sample, however long the later one was', () => {
    // Second 4 is missing: a sample of 6 that took 3 s cannot tell of it, because one of 5 lies between them.
    const seconds = upTo(8).filter((second) => second !== 4)
    const long = samplesOf(seconds, { lastingMs: (second) => (second === 6 ? 3_000 : 1_000) })
    expect(windowsOf(4, long)).toEqual([])
  })
})

describe('a pair of windows', () => {
  const pairsOf = (seconds: readonly number[], rateAt: (second: number) => number) => {
    const plan = planOf({ groups: 0, windowSeconds: 2, burnInSeconds: 0, durationSeconds: 20 })
    return pairWindows(cutQuotaWindows(plan, samplesOf(seconds, { rateAt })))
  }

  it('weighs the seconds at its middle most', () => {
    // Weights 0.5, 1.5, 1.5, 0.5.
    const [pair] = pairsOf(upTo(4), (second) => (second === 1 || second === 2 ? 100 : 0))
    expect(pair?.figures.recordsPerSec).toBe(75)
  })

  it('is made of neighbours', () => {
    expect(pairsOf(upTo(8), () => 10).map(({ fromSecond }) => fromSecond)).toEqual([0, 2, 4])
    const gap = upTo(8).filter((second) => second !== 2 && second !== 3)
    expect(pairsOf(gap, () => 10).map(({ fromSecond }) => fromSecond)).toEqual([4])
  })
})
