import { describe, expect, it } from 'vitest'
import { readGrowth } from '../../../../src/capacity/forecast/read-growth.ts'
import type { ForecastDays } from '../../../../src/contracts/forecast.ts'
import { daysText } from '../../../../src/presentation/forecast/forecast-sections.ts'
import { growthText } from '../../../../src/presentation/forecast/growth-text.ts'

const days = { from: '2026-12-01', to: '2029-12-01' }

describe('days in words', () => {
  it.each<[ForecastDays, string]>([
    [{ early: '2027-03-04', likely: '2027-03-04', late: '2027-03-04' }, '2027-03-04'],
    [
      { early: '2027-01-09', likely: '2027-03-04', late: null },
      '2027-03-04 (early: 2027-01-09, late: not by 2029-12-01)',
    ],
    [{ early: '2027-01-09', likely: '2027-03-04', late: '2027-05-01' }, '2027-03-04 (2027-01-09 to 2027-05-01)'],
    [{ early: '2026-12-01', likely: '2026-12-01', late: '2027-05-01' }, 'first day (late: 2027-05-01)'],
    [{ early: '2026-12-01', likely: null, late: null }, 'not by 2029-12-01 (early: first day)'],
    [{ early: '2026-12-01', likely: '2026-12-01', late: '2026-12-01' }, 'first day'],
    [{ early: null, likely: null, late: null }, 'not by 2029-12-01'],
  ])('%j', (given, text) => {
    expect(daysText(given, days)).toBe(text)
  })
})

describe('growth in words', () => {
  it.each([
    ['20%/year', '20 % a year'],
    ['orders=10..30%/month', 'orders: 20 % (90 %: 10 % to 30 %) a month'],
    ['+5 MB/s per year', '5 MB/s (payload) more a year'],
    ['-10k/s per quarter', '10,000 records/s less a quarter'],
    ['x1.5 from 2027-03-01', 'x 1.5 from 2027-03-01 on'],
  ])('%s', (text, words) => {
    const reading = readGrowth(text, ['orders'])
    if (!reading.ok) throw new Error(reading.problem)
    expect(growthText(reading.rule)).toBe(words)
  })
})
