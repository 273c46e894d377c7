import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockOffsetOf } from '../../../src/measurement/clock-offset.ts'

test('computes an offset by hand: a round trip of 4 ms, and the other clock is 200 ms ahead', () => {
  const trip = { sentAtMs: 1_000, answeredAtMs: 1_202, receivedAtMs: 1_004 }
  expect(clockOffsetOf([{ ...trip, receivedAtMs: 1_100 }, trip])).toEqual({ offsetMs: 200, boundMs: 2 })
})

test('has an error of at most its bound, for any durations of the two ways', () => {
  const way = fc.double({ min: 0, max: 50, noNaN: true })
  const trips = fc.array(fc.tuple(way, way), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.double({ min: -10_000, max: 10_000, noNaN: true }), trips, (trueOffsetMs, ways) => {
      const { offsetMs, boundMs } = clockOffsetOf(
        ways.map(([there, back]) => ({
          sentAtMs: 1e6,
          answeredAtMs: 1e6 + there + trueOffsetMs,
          receivedAtMs: 1e6 + there + back,
        })),
      )
      expect(Math.abs(offsetMs - trueOffsetMs)).toBeLessThanOrEqual(boundMs + 1e-6)
    }),
  )
})
