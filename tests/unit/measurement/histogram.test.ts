import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import {
  createLatencyRecorder,
  decodePercentileCurve,
  latencyRangeUs,
  mergeEncodedHistograms,
  mergeReadableHistograms,
  summariseHistogram,
} from '../../../src/measurement/histogram.ts'

/** Three significant digits: a bucket is at most 1/1000 of its value wide, and 1 µs at the least. */
const relativeResolution = 0.001

function encode(values: readonly number[]): string | null {
  const recorder = createLatencyRecorder()
  for (const value of values) recorder.recordUs(value)
  return recorder.takeEncoded()
}

/** The value that at least this share of the values does not exceed. */
function exactPercentile(values: readonly number[], percentile: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  const rank = Math.max(1, Math.ceil((percentile / 100) * sorted.length - 1e-9))
  return sorted[rank - 1] ?? 0
}

const latencyUs = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }),
  fc.integer({ min: 0, max: 60_000_000 }),
  fc.integer({ min: 0, max: 3 * latencyRangeUs }),
)
const latencies = fc.array(latencyUs, { minLength: 1, maxLength: 200 })

describe('a latency recorder', () => {
  it('gives null while nothing was recorded, and is empty after it was encoded', () => {
    const recorder = createLatencyRecorder()
    expect(recorder.takeEncoded()).toBeNull()
    recorder.recordUs(1500)
    expect(summariseHistogram(recorder.takeEncoded())?.count).toBe(1)
    expect(recorder.takeEncoded()).toBeNull()
    recorder.recordUs(7)
    expect(summariseHistogram(recorder.takeEncoded())).toMatchObject({ count: 1, maxUs: 7, p50Us: 7 })
  })

  it('counts values below zero as zero and rounds fractions', () => {
    expect(summariseHistogram(encode([-5, 0.4, 2.6]))).toMatchObject({ count: 3, p50Us: 0, maxUs: 3 })
  })

  it('that times one record in k has the same weight as one that times all', () => {
    const oneInThree = createLatencyRecorder(3)
    const all = createLatencyRecorder()
    for (const value of [900, 900]) oneInThree.recordUs(value)
    for (const value of [100, 100, 100, 100]) all.recordUs(value)
    const merged = summariseHistogram(mergeEncodedHistograms([oneInThree.takeEncoded(), all.takeEncoded()]))
    // Six records of 900 µs beside four of 100: (6 x 900 + 4 x 100) / 10.
    expect([merged?.count, merged?.p50Us, merged?.p90Us]).toEqual([10, 900, 900])
    expect(merged?.meanUs).toBeCloseTo(580, 0)
  })

  it('refuses NaN instead of making its counts wrong', () => {
    const recorder = createLatencyRecorder()
    expect(() => recorder.recordUs(Number.NaN)).toThrow(AppError)
    expect(recorder.takeEncoded()).toBeNull()
  })

  it('keeps values beyond an hour', () => {
    const summary = summariseHistogram(encode([10 * latencyRangeUs]))
    expect(summary?.maxUs).toBeGreaterThanOrEqual(10 * latencyRangeUs)
    expect(summary?.maxUs).toBeLessThan(10 * latencyRangeUs * (1 + relativeResolution))
  })

  it('writes HdrHistogram compressed V2, which other implementations read', () => {
    expect(encode([1, 2, 3])).toMatch(/^HISTFAAAA/)
  })
})

describe('a summary', () => {
  it('has the right percentiles for known values', () => {
    const values = Array.from({ length: 1000 }, (_, index) => index + 1)
    expect(summariseHistogram(encode(values))).toMatchObject({
      count: 1000,
      meanUs: 500.5,
      p50Us: 500,
      p90Us: 900,
      p95Us: 950,
      p99Us: 990,
      p999Us: 999,
      maxUs: 1000,
    })
  })

  it('is null without values', () => {
    expect(summariseHistogram(null)).toBeNull()
  })

  it('agrees with the sorted values to three digits', () => {
    fc.assert(
      fc.property(latencies, (values) => {
        const summary = summariseHistogram(encode(values))
        expect(summary?.count).toBe(values.length)
        for (const [percentile, measured] of [
          [50, summary?.p50Us],
          [90, summary?.p90Us],
          [99, summary?.p99Us],
          [99.9, summary?.p999Us],
          [100, summary?.maxUs],
        ] as const) {
          const exact = exactPercentile(values, percentile)
          expect(measured).toBeGreaterThanOrEqual(exact)
          expect(measured).toBeLessThanOrEqual(exact * (1 + relativeResolution) + 1)
        }
      }),
    )
  })
})

describe('merging', () => {
  it('of parts is the same as recording everything in one', () => {
    fc.assert(
      fc.property(fc.array(fc.array(latencyUs, { maxLength: 60 }), { maxLength: 6 }), (parts) => {
        const { histogram: _parts, ...merged } = summariseHistogram(mergeEncodedHistograms(parts.map(encode))) ?? {}
        const { histogram: _whole, ...whole } = summariseHistogram(mergeEncodedHistograms([encode(parts.flat())])) ?? {}
        expect(merged).toEqual(whole)
      }),
    )
  })

  it('does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(latencies, { minLength: 1, maxLength: 5 }), (parts) => {
        const encoded = parts.map(encode)
        const forward = summariseHistogram(mergeEncodedHistograms(encoded))
        const backward = summariseHistogram(mergeEncodedHistograms([...encoded].reverse()))
        const { histogram: _forward, ...left } = forward ?? {}
        const { histogram: _backward, ...right } = backward ?? {}
        expect(left).toEqual(right)
      }),
    )
  })

  it('reads percentiles from the merged values, not from the average of percentiles', () => {
    const fast = encode(Array.from({ length: 990 }, () => 1000))
    const slow = encode(Array.from({ length: 10 }, () => 2_000_000))
    const summary = summariseHistogram(mergeEncodedHistograms([fast, slow]))
    expect(summary?.p99Us).toBe(1000)
    expect(summary?.p999Us).toBeGreaterThanOrEqual(2_000_000)
  })

  it('without values is null', () => {
    expect(mergeEncodedHistograms([])).toBeNull()
    expect(mergeEncodedHistograms([null, null])).toBeNull()
  })

  it('refuses data that is not a histogram, or leaves it out and says so', () => {
    expect(() => mergeEncodedHistograms(['nonsense'])).toThrow(AppError)
    const merged = mergeReadableHistograms([encode([5]), 'nonsense', '!', null])
    expect(merged.unreadable).toBe(2)
    expect(summariseHistogram(merged.encoded)?.count).toBe(1)
  })
})

describe('a percentile curve', () => {
  it('rises to the maximum and ends at 100 %', () => {
    fc.assert(
      fc.property(latencies, (values) => {
        const encoded = encode(values)
        const curve = decodePercentileCurve(encoded)
        for (const [index, point] of curve.entries()) {
          const before = curve[index - 1]
          if (before === undefined) continue
          expect(point.percentile).toBeGreaterThan(before.percentile)
          expect(point.valueUs).toBeGreaterThanOrEqual(before.valueUs)
        }
        expect(curve.at(-1)).toMatchObject({ percentile: 100, valueUs: summariseHistogram(encoded)?.maxUs })
      }),
    )
  })

  it('has more steps the closer it gets to 100 %', () => {
    const values = Array.from({ length: 10_000 }, (_, index) => index)
    const percentiles = decodePercentileCurve(encode(values), 2).map((point) => point.percentile)
    expect(percentiles.slice(0, 6)).toEqual([0, 25, 50, 62.5, 75, 81.25])
    expect(decodePercentileCurve(null)).toEqual([])
  })
})
