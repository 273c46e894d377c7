import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockOffsetOf } from '../../../src/measurement/clock-offset.ts'

test('an offset by hand: 4 ms there and back, the other clock shows 200 ms more', () => {
  const trip = { sentAtMs: 1_000, answeredAtMs: 1_202, receivedAtMs: 1_004 }
  expect(clockOffsetOf([{ ...trip, receivedAtMs: 1_100 }, trip])).toEqual({ offsetMs: 200, boundMs: 2 })
})

test('an offset is wrong by no more than its bound, however long the two ways took', () => {
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
