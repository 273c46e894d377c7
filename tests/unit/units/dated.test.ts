import { expect, it } from 'vitest'
import { isAfterDay, isOlderThanAYear } from '../../../src/units/dated.ts'

it.each([
  ['2025-11-23', '2026-11-23', false],
  ['2025-11-22', '2026-11-23', true],
  ['2025-11', '2026-11-30', false],
  ['2025-11', '2026-12-01', true],
  ['2026-11-22', '2026-11-23', false],
  ['2024-02-29', '2025-02-28', false],
  ['2024-02-29', '2025-03-01', true],
])('%s is older than a year on %s: %s', (date, today, isOlder) => {
  expect(isOlderThanAYear(date, today)).toBe(isOlder)
})

it.each([
  ['2026-11-23', '2026-11-23', false],
  ['2026-11-24', '2026-11-23', true],
  ['2026-11', '2026-11-23', false],
  ['2026-12', '2026-11-30', true],
])('%s is after %s: %s', (date, today, isAfter) => {
  expect(isAfterDay(date, today)).toBe(isAfter)
})
