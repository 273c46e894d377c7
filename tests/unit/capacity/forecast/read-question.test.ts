import { describe, expect, it } from 'vitest'
import { readForecastForm } from '../../../../src/capacity/forecast/read-question.ts'
import type { GrowthRule } from '../../../../src/contracts/growth.ts'
import { formatDay, parseDay } from '../../../../src/units/calendar-day.ts'
import { scenarioWith } from './forecast-cases.ts'

const scenario = scenarioWith(['orders', 'logs'])
const start = parseDay('2026-12-01')
const today = start.ok ? start.value : 0

describe('the form of a forecast', () => {
  it('has three years from today if only growth is typed', () => {
    const reading = readForecastForm({ growth: ['20%/year'], today }, scenario)
    expect(reading).toMatchObject({ ok: true, terms: { from: today } })
    if (reading.ok) expect(formatDay(reading.terms.to)).toBe('2029-12-01')
  })

  it('shows all problems at once', () => {
    const form = { growth: ['20', '5%/week'], horizon: '11y', from: 'tomorrow', today }
    const reading = readForecastForm(form, scenario)
    expect(reading.ok ? [] : reading.problems.map(({ place }) => place)).toEqual([
      'from',
      'horizon',
      'growth',
      'growth',
    ])
  })

  it.each([
    [{ growth: [] }, 'needs growth'],
    [{ growth: ['x2 from 2026-12-01'] }, 'not after the first day'],
    [{ growth: Array.from({ length: 51 }, () => '1%/year') }, 'at most 50'],
    [{ growth: ['20%/year', '2%/month'] }, '"20%/year" and "2%/month" are both the growth of all producers'],
    [{ growth: ['orders=20%/year', 'orders=30%/year'] }, 'are both the growth of orders'],
    [{ growth: ['x2 from 11-20 to 12-31', 'x2 from 11-20 to 12-31'] }, 'is given twice'],
    [{ growth: ['+5 MB/s/year', '+5 MB/s per year'] }, 'is given twice'],
    [{ growth: ['1%/year'], horizon: '0y' }, '1 day to 10 years'],
    [{ growth: ['1%/year'], horizon: '99999999999999 days' }, '1 day to 10 years'],
    [{ growth: ['1%/year'], from: '1999-12-31' }, 'from 2000-01-01'],
  ])('refuses %j', (form, sentence) => {
    const reading = readForecastForm({ ...form, today }, scenario)
    expect(reading.ok ? '' : reading.problems.map(({ message }) => message).join()).toContain(sentence)
  })

  it('takes one growth of all, one of a producer, several amounts, and seasons within seasons', () => {
    const growth = [
      '20%/year',
      'orders=30%/year',
      '+5 MB/s/year',
      '+3 MB/s/year',
      'x2 from 11-20 to 12-31',
      'x2 from 11-27 to 11-30',
    ]
    expect(readForecastForm({ growth, today }, scenario)).toMatchObject({ ok: true, terms: { rules: { length: 6 } } })
  })

  it('replaces observed trends by typed ones, and keeps them beside launches', () => {
    const range = { low: 0.1, likely: 0.2, high: 0.3, coverage: 0.95 }
    const all: GrowthRule = { kind: 'compound', perPeriod: range, period: 'year' }
    const observed: GrowthRule[] = [all, { ...all, producer: 'orders' }]
    const rulesWith = (growth: string) => {
      const reading = readForecastForm({ growth: [growth], observed, today }, scenario)
      return reading.ok ? reading.terms.rules.map(({ kind, producer }) => `${kind} ${producer ?? 'all'}`) : []
    }
    expect(rulesWith('5%/year')).toEqual(['compound all'])
    expect(rulesWith('orders=5%/year')).toEqual(['compound all', 'compound orders'])
    expect(rulesWith('x2 from 2027-06-01')).toEqual(['compound all', 'compound orders', 'launch all'])
  })
})
