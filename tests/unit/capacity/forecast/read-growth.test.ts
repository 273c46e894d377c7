import { describe, expect, it } from 'vitest'
import { readGrowth } from '../../../../src/capacity/forecast/read-growth.ts'
import { growthRule } from '../../../../src/contracts/growth.ts'

const producers = ['orders', 'a=b']
const exact = (likely: number) => ({ low: likely, likely, high: likely, coverage: 0.9 })

describe('growth as people type it', () => {
  it.each([
    ['20%/year', { kind: 'compound', perPeriod: exact(0.2), period: 'year' }],
    ['20 % a year', { kind: 'compound', perPeriod: exact(0.2), period: 'year' }],
    ['0.05/month', { kind: 'compound', perPeriod: exact(0.05), period: 'month' }],
    ['-5%/quarter', { kind: 'compound', perPeriod: exact(-0.05), period: 'quarter' }],
    ['10%..30%/year', { kind: 'compound', perPeriod: { low: 0.1, likely: 0.2, high: 0.3, coverage: 0.9 } }],
    ['-10..5..30%/y', { kind: 'compound', perPeriod: { low: -0.1, likely: 0.05, high: 0.3, coverage: 0.9 } }],
    ['+5 MB/s per year', { kind: 'linear', amount: 5e6, unit: 'payload bytes/s', period: 'year' }],
    ['+5 MB/s/month', { kind: 'linear', amount: 5e6, unit: 'payload bytes/s', period: 'month' }],
    ['+10k/s per quarter', { kind: 'linear', amount: 10_000, unit: 'records/s', period: 'quarter' }],
    ['-200 records/s a year', { kind: 'linear', amount: -200, unit: 'records/s', period: 'year' }],
    ['x1.5 from 2027-03-01', { kind: 'launch', factor: 1.5, from: '2027-03-01' }],
    ['x1.5@2027-03-01', { kind: 'launch', factor: 1.5, from: '2027-03-01' }],
    ['x2 from 11-20 to 12-31', { kind: 'season', factor: 2, from: '11-20', to: '12-31' }],
    ['x2@11-20..12-31', { kind: 'season', factor: 2, from: '11-20', to: '12-31' }],
    ['orders=20%/year', { kind: 'compound', perPeriod: exact(0.2), producer: 'orders' }],
    ['a=b=x3 from 2027-01-01', { kind: 'launch', factor: 3, producer: 'a=b' }],
  ])('%s', (text, expected) => {
    const reading = readGrowth(text, producers)
    expect(reading).toMatchObject({ ok: true, rule: expected })
    if (reading.ok) expect(growthRule.parse(reading.rule)).toEqual(reading.rule)
  })

  it.each([
    ['20', 'has no period'],
    ['20%', 'has no period'],
    ['20%/fortnight', '/year, /quarter or /month (found /fortnight)'],
    ['+5 MB/s', 'has no period'],
    ['much/year', 'write it like 20%/year'],
    ['+5 per year', 'write it like 20%/year'],
    ['10..30/year', 'write it like 20%/year'],
    ['30%..10%/year', 'must go upwards'],
    ['1..2..3..4%/year', 'write it like'],
    ['-97%/year', 'from -95 %'],
    ['200000%/year', 'from -95 % to 10,000 % a year'],
    ['x0 from 2027-01-01', 'a factor from 0.01 to 1,000'],
    ['x2 from 2027-02-30', 'is not a day'],
    ['x2 from 11-31 to 12-31', 'is not a day of the year'],
    ['x2', 'write it like'],
    ['payments=20%/year', 'no producer "payments"; it has orders, a=b'],
    ['', 'write it like'],
    ['20,5%/year', '"20,5%/year" has a decimal comma; write 20.5%/year'],
    ['-5,5%/year', 'write -5.5%/year'],
    ['10,5..20,25%/year', 'write 10.5..20.25%/year'],
    ['+1.234,56 kB/s per year', 'write +1234.56 kB/s per year'],
    ['x1,5 from 2027-03-01', 'write x1.5 from 2027-03-01'],
    ['orders=20,5%/year', 'write orders=20.5%/year'],
    ['20,5%', 'has no period'],
  ])('refuses %j', (text, sentence) => {
    expect(readGrowth(text, producers)).toMatchObject({ ok: false, problem: expect.stringContaining(sentence) })
  })
})
