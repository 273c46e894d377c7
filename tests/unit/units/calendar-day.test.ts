import { afterEach, describe, expect, it } from 'vitest'
import {
  addMonths,
  formatDay,
  localDay,
  monthText,
  parseCalendarSpan,
  parseDay,
  yearsBetween,
} from '../../../src/units/calendar-day.ts'

function day(text: string): number {
  const reading = parseDay(text)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.value
}

describe('a calendar day', () => {
  it('is read and written the same', () => {
    expect(day('1970-01-01')).toBe(0)
    expect(day('2026-12-01')).toBe(20_788)
    expect(formatDay(20_788)).toBe('2026-12-01')
    expect(monthText(20_788)).toBe('Dec 2026')
  })

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', 'tomorrow', '', '01.12.2026'])('is not %j', (text) => {
    expect(parseDay(text)).toMatchObject({ ok: false, problem: expect.stringContaining('2026-12-01') })
  })

  it('some months later is the same day of the month, or its last', () => {
    expect(formatDay(addMonths(day('2027-01-31'), 1))).toBe('2027-02-28')
    expect(formatDay(addMonths(day('2028-02-29'), 12))).toBe('2029-02-28')
    expect(formatDay(addMonths(day('2026-11-15'), 14))).toBe('2028-01-15')
  })

  it('counts whole years at anniversaries, in leap years too', () => {
    expect(yearsBetween(day('2026-12-01'), day('2026-12-01'))).toBe(0)
    expect(yearsBetween(day('2026-12-01'), day('2028-12-01'))).toBe(2)
    expect(yearsBetween(day('2027-12-01'), day('2028-06-01'))).toBeCloseTo(183 / 366, 12)
    expect(yearsBetween(day('2028-02-29'), day('2029-02-28'))).toBe(1)
  })
})

describe('today', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it.each([
    ['Pacific/Auckland', '2026-11-28'],
    ['UTC', '2026-11-27'],
    ['America/Los_Angeles', '2026-11-26'],
  ])('is the day of the user in %s: %s', (name, today) => {
    process.env.TZ = name
    const hour = name === 'America/Los_Angeles' ? '03' : '15'
    expect(formatDay(localDay(new Date(`2026-11-27T${hour}:00:00Z`)))).toBe(today)
  })
})

describe('a span of calendar time', () => {
  it.each([
    ['3y', { days: 0, months: 36 }],
    ['18 months', { days: 0, months: 18 }],
    ['2 quarters', { days: 0, months: 6 }],
    ['90 days', { days: 90, months: 0 }],
    ['1 year', { days: 0, months: 12 }],
  ])('%s', (text, span) => {
    expect(parseCalendarSpan(text)).toEqual(span)
  })

  it.each(['3', '1.5y', 'long', '2 fortnights', '-1y', '3 constructor', '3y3y'])('is not %j', (text) => {
    expect(parseCalendarSpan(text)).toContain('3y, 18 months or 90 days')
  })
})
