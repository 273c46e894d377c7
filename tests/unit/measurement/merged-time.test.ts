import { expect, test } from 'vitest'
import { endOfTime, mergedTime } from '../../../src/measurement/merged-time.ts'

test('parts of one second cover it from the first start to the end of the part that began last', () => {
  const parts = [
    { startedAtEpochMs: 1_000, durationMs: 1_000 },
    { startedAtEpochMs: 1_200, durationMs: 900 },
  ]
  expect(mergedTime(parts, 900)).toEqual({ startedAtEpochMs: 1_000, durationMs: 1_100 })
})

test('time that the previous sample covers is not counted again', () => {
  const parts = [
    { startedAtEpochMs: 1_000, durationMs: 1_000 },
    { startedAtEpochMs: 1_500, durationMs: 1_000 },
  ]
  expect(mergedTime(parts, 1_300)).toEqual({ startedAtEpochMs: 1_300, durationMs: 1_200 })
})

test('a previous sample that ends after the last start leaves the last part its own time', () => {
  const parts = [
    { startedAtEpochMs: 1_000, durationMs: 500 },
    { startedAtEpochMs: 1_500, durationMs: 1_000 },
  ]
  expect(mergedTime(parts, 1_800)).toEqual({ startedAtEpochMs: 1_500, durationMs: 1_000 })
})

test('no part covers no time', () => {
  expect(mergedTime([], 1_000)).toEqual({ startedAtEpochMs: 1_000, durationMs: 0 })
})

test('the end of a time is its start and its duration', () => {
  expect(endOfTime({ startedAtEpochMs: 1_000, durationMs: 250 })).toBe(1_250)
})
