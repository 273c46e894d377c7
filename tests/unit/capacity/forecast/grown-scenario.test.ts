import { describe, expect, it } from 'vitest'
import {
  directionOf,
  grownScenario,
  growthEvents,
  growthFactors,
  piecesOf,
} from '../../../../src/capacity/forecast/grown-scenario.ts'
import { readGrowth } from '../../../../src/capacity/forecast/read-growth.ts'
import type { GrowthRule } from '../../../../src/contracts/growth.ts'
import { formatDay } from '../../../../src/units/calendar-day.ts'
import { dayNumber, scenarioWith } from './forecast-cases.ts'

const names = ['orders', 'logs']
const scenario = scenarioWith(names)
const from = dayNumber('2026-12-01')

function rulesOf(...texts: string[]): GrowthRule[] {
  return texts.map((text) => {
    const reading = readGrowth(text, names)
    if (!reading.ok) throw new Error(reading.problem)
    return reading.rule
  })
}

function factorsOn(day: string, texts: string[], share = 0.5): number[] {
  return growthFactors(scenario.workload.producers, { rules: rulesOf(...texts), from }, dayNumber(day), share)
}

describe('the factor on a rate', () => {
  it('of compound growth is a power of the periods', () => {
    expect(factorsOn('2028-12-01', ['20%/year'])[0]).toBeCloseTo(1.44, 12)
    expect(factorsOn('2027-12-01', ['5%/month'])[0]).toBeCloseTo(1.05 ** 12, 12)
    expect(factorsOn('2027-12-01', ['5%/quarter'])[0]).toBeCloseTo(1.05 ** 4, 12)
  })

  it('of a linear amount for all is added in proportion to the rates', () => {
    // Both write 1 MB/s of payload: 2 MB/s more a year double both.
    expect(factorsOn('2027-12-01', ['+2 MB/s per year'])).toEqual([2, 2])
    expect(factorsOn('2028-12-01', ['+1000 records/s per year'])).toEqual([2, 2])
    expect(factorsOn('2027-12-01', ['orders=+1 MB/s per year'])).toEqual([2, 1])
  })

  it('of an own trend replaces that of all, and steps multiply both', () => {
    const texts = ['20%/year', 'orders=50%/year', 'x2 from 2027-03-01', 'logs=x3 from 11-20 to 01-10']
    expect(factorsOn('2027-12-01', texts)[0]).toBeCloseTo(3, 12)
    expect(factorsOn('2027-12-01', texts)[1]).toBeCloseTo(7.2, 12)
    expect(factorsOn('2027-02-28', ['x2 from 2027-03-01'])).toEqual([1, 1])
    expect(factorsOn('2027-03-01', ['x2 from 2027-03-01'])).toEqual([2, 2])
  })

  it('of a season holds on its first and last day, over the turn of the year too', () => {
    const on = (day: string) => factorsOn(day, ['x2 from 12-20 to 01-10'])[0]
    expect(['2026-12-19', '2026-12-20', '2027-01-10', '2027-01-11', '2027-12-31'].map(on)).toEqual([1, 2, 2, 1, 2])
    const inOneYear = (day: string) => factorsOn(day, ['x2 from 11-20 to 12-31'])[0]
    expect(['2027-11-19', '2027-11-20', '2027-12-31', '2028-01-01'].map(inOneYear)).toEqual([1, 2, 2, 1])
  })

  it('of uncertain growth has its bounds at the ends of nine of ten cases', () => {
    expect(factorsOn('2027-12-01', ['10..20..50%/year'], 0.05)[0]).toBeCloseTo(1.1, 6)
    expect(factorsOn('2027-12-01', ['10..20..50%/year'], 0.95)[0]).toBeCloseTo(1.5, 6)
    expect(factorsOn('2027-12-01', ['10..20..50%/year'])[0]).toBeCloseTo(1.2, 12)
  })

  it('stays between a thousandth and a million', () => {
    expect(factorsOn('2036-12-01', ['10000%/month'])).toEqual([1e6, 1e6])
    expect(factorsOn('2036-12-01', ['-1 MB/s per month'])).toEqual([1e-3, 1e-3])
  })
})

describe('the scenario of a day', () => {
  it('is the scenario itself on the first day, without a season', () => {
    expect(grownScenario(scenario, { rules: rulesOf('20%/year'), from }, from)).toEqual(scenario)
  })
})

describe('the pieces of a forecast', () => {
  it('begin where launches and seasons begin, and the day after a season ends', () => {
    const growth = { rules: rulesOf('20%/year', 'x2 from 2027-03-01', 'x2 from 11-20 to 12-31'), from }
    const starts = piecesOf(growth, dayNumber('2027-12-01')).map(({ first }) => formatDay(first))
    expect(starts).toContain('2027-03-01')
    expect(starts).toContain('2027-01-01')
    expect(starts).toContain('2027-11-20')
    expect(starts[0]).toBe('2026-12-01')
  })

  it('have the events of launches and seasons, but none of the first day', () => {
    const eventsOf = (texts: readonly string[], to: string) =>
      [...growthEvents({ rules: rulesOf(...texts), from }, dayNumber(to))].map(([day, events]) => [
        formatDay(day),
        ...events,
      ])
    expect(eventsOf(['20%/year', 'x2 from 2027-03-01', 'x2 from 11-20 to 12-31'], '2027-12-01')).toEqual([
      ['2026-12-31', 'last day of a season'],
      ['2027-03-01', 'launch'],
      ['2027-11-20', 'season begins'],
    ])
    expect(eventsOf(['x3 from 03-01 to 03-01', 'x2 from 12-01 to 12-24'], '2027-03-01')).toEqual([
      ['2026-12-24', 'last day of a season'],
      ['2027-03-01', 'season begins', 'last day of a season'],
    ])
    // A season of the whole year never begins; one that ends on 29 February ends on the 28th in most years.
    expect(eventsOf(['x2 from 01-01 to 12-31'], '2028-12-01')).toEqual([])
    expect(eventsOf(['x2 from 02-01 to 02-29'], '2028-12-01').map(([day]) => day)).toEqual([
      ...['2027-02-01', '2027-02-28', '2028-02-01', '2028-02-29'],
    ])
  })

  it('rise, fall, or do both', () => {
    const direction = (...texts: string[]) => directionOf({ rules: rulesOf(...texts), from }, [0.1, 0.9])
    expect(direction('20%/year')).toBe('rising')
    expect(direction('-20%/year', 'orders=-1 MB/s per year')).toBe('falling')
    expect(direction('20%/year', 'orders=-1 MB/s per year')).toBe('mixed')
    expect(direction('-20..30%/year')).toBe('mixed')
  })
})
