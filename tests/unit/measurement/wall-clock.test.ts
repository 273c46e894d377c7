import { performance } from 'node:perf_hooks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallClockOriginMs } from '../../../src/measurement/wall-clock.ts'

/**
 * The clocks of a process that started at `originMs`. Each reading of one takes 0.1 µs, and once in a while the process
 * waits for a processor before it: `waitsMs` says how long before which reading.
 */
function clocksOf(originMs: number, waitsMs: ReadonlyMap<number, number> = new Map()) {
  let readings = 0
  let elapsedMs = 0.0137
  const pass = () => {
    readings += 1
    elapsedMs += 0.0001 + (waitsMs.get(readings) ?? 0)
    return elapsedMs
  }
  return { monotonicMs: pass, wallMs: () => Math.floor(originMs + pass()) }
}

test('the origin equals that of the process within a millisecond', () => {
  const originMs = 1_790_000_000_000.4
  expect(wallClockOriginMs(clocksOf(originMs))).toBeCloseTo(originMs, 3)
})

test('a process that waits for a processor while it reads its clocks has the same origin', () => {
  const originMs = 1_790_000_000_000.4
  const wait = fc.tuple(fc.integer({ min: 1, max: 60_000 }), fc.double({ min: 0.1, max: 60, noNaN: true }))
  fc.assert(
    fc.property(fc.array(wait, { maxLength: 10 }), (waits) => {
      expect(wallClockOriginMs(clocksOf(originMs, new Map(waits)))).toBeCloseTo(originMs, 1)
    }),
  )
})

test('if every clock reading is delayed, the error of the origin is at most the longest delay', () => {
  const originMs = 1_790_000_000_000
  const waits = new Map(Array.from({ length: 50_000 }, (_, index) => [index, 0.7] as const))
  expect(Math.abs(wallClockOriginMs(clocksOf(originMs, waits)) - originMs)).toBeLessThanOrEqual(2 * 0.7)
})

test('a wall clock that does not advance still gives an origin', () => {
  const clocks = { ...clocksOf(0), wallMs: () => 1_790_000_000_000 }
  expect(wallClockOriginMs(clocks)).toBeGreaterThan(1_789_999_000_000)
})

test('the clocks of this process agree with each other', () => {
  const originMs = wallClockOriginMs({ monotonicMs: () => performance.now(), wallMs: Date.now })
  // Between two readings of the wall clock, each in whole milliseconds and so up to one too small.
  const beforeMs = Date.now()
  const nowMs = originMs + performance.now()
  const afterMs = Date.now()
  expect(nowMs).toBeGreaterThanOrEqual(beforeMs - 0.1)
  expect(nowMs).toBeLessThanOrEqual(afterMs + 1.1)
})
