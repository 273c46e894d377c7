import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSendSchedule } from '../../../src/runner/worker/schedule.ts'

const constant = { kind: 'constant' } as const

describe('a constant schedule', () => {
  const schedule = createSendSchedule({ recordsPerSec: 4, startDelayMs: 500, durationMs: 2_000, schedule: constant })

  test('intends record k at the start delay plus k intervals', () => {
    expect([0, 1, 2, 5].map((index) => schedule.offsetMsOf(index))).toEqual([500, 750, 1_000, 1_750])
  })

  test('has as many records as fit before the end, and none at the end itself', () => {
    expect(schedule.totalRecords).toBe(6)
    expect(schedule.dueBy(1e9)).toBe(6)
  })

  test('makes a record due at its intended time, not before', () => {
    expect(schedule.dueBy(499.999)).toBe(0)
    expect(schedule.dueBy(500)).toBe(1)
    expect(schedule.dueBy(749.9)).toBe(1)
    expect(schedule.dueBy(750)).toBe(2)
  })

  test('offers nothing if the delay is longer than the load', () => {
    const late = createSendSchedule({ recordsPerSec: 10, startDelayMs: 3_000, durationMs: 2_000, schedule: constant })
    expect([late.totalRecords, late.dueBy(5_000)]).toEqual([0, 0])
  })
})

describe('a ramp', () => {
  const ramp = { kind: 'ramp', fromFactor: 0, toFactor: 2 } as const
  const schedule = createSendSchedule({ recordsPerSec: 100, startDelayMs: 0, durationMs: 10_000, schedule: ramp })

  test('offers the mean of its two rates over the whole load', () => {
    expect(schedule.totalRecords).toBe(1_000)
  })

  test('has offered a quarter of all records at half the time if it begins at zero', () => {
    expect(schedule.dueBy(5_000)).toBe(251)
    expect(schedule.offsetMsOf(250)).toBeCloseTo(5_000, 6)
  })

  test('goes down as well as up', () => {
    const down = createSendSchedule({
      recordsPerSec: 100,
      startDelayMs: 0,
      durationMs: 10_000,
      schedule: { kind: 'ramp', fromFactor: 2, toFactor: 0.5 },
    })
    expect(down.totalRecords).toBe(1_250)
    expect(down.offsetMsOf(1_249)).toBeLessThan(10_000)
  })
})

describe('every schedule', () => {
  const anySchedule = fc.record({
    recordsPerSec: fc.double({ min: 0.1, max: 300_000, noNaN: true }),
    startDelayMs: fc.integer({ min: 0, max: 5_000 }),
    durationMs: fc.integer({ min: 1, max: 20_000 }),
    schedule: fc.oneof(
      fc.constant(constant),
      fc.record({
        kind: fc.constant('ramp' as const),
        fromFactor: fc.double({ min: 0, max: 3, noNaN: true }),
        toFactor: fc.double({ min: 0.01, max: 3, noNaN: true }),
      }),
    ),
  })

  test('counts a record as due exactly from its intended time on', () => {
    fc.assert(
      fc.property(anySchedule, fc.double({ min: 0, max: 1, noNaN: true }), (options, share) => {
        const schedule = createSendSchedule(options)
        if (schedule.totalRecords === 0) return
        const index = Math.min(schedule.totalRecords - 1, Math.floor(share * schedule.totalRecords))
        const offsetMs = schedule.offsetMsOf(index)
        // Tolerance for rounding: 0.01 ms in both directions.
        expect(schedule.dueBy(offsetMs + 0.01)).toBeGreaterThan(index)
        if (offsetMs - 0.01 >= 0) expect(schedule.dueBy(offsetMs - 0.01)).toBeLessThanOrEqual(index + 3_000 * 0.01 + 1)
      }),
    )
  })

  test('never goes back in time, and never past the end', () => {
    fc.assert(
      fc.property(anySchedule, (options) => {
        const schedule = createSendSchedule(options)
        const times = Array.from({ length: 50 }, (_, step) => (step * options.durationMs) / 49)
        const due = times.map((ms) => schedule.dueBy(ms))
        expect([...due].sort((left, right) => left - right)).toEqual(due)
        expect(schedule.dueBy(options.durationMs)).toBe(
          options.startDelayMs >= options.durationMs ? 0 : schedule.totalRecords,
        )
        if (schedule.totalRecords > 0) {
          expect(schedule.offsetMsOf(schedule.totalRecords - 1)).toBeLessThan(options.durationMs + 0.001)
        }
      }),
    )
  })
})
