import { describe, expect, it } from 'vitest'
import { capacityOf, limitOn, selectLimitSet } from '../../../src/capacity/limit-set.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { dedicated } from './known-files.ts'

describe('limits as of a date', () => {
  it.each([
    ['2020-04', '2020-04'],
    ['2020-04-15', '2020-04'],
    ['2024-11-30', '2020-04'],
    ['2026-02-28', '2024-12'],
    ['2026-03', '2026-03'],
    ['2027-01', '2026-03'],
    [undefined, '2026-03'],
  ])('as of %s are those of %s', (asOf, expected) => {
    expect(selectLimitSet(dedicated, asOf === undefined ? {} : { asOf }).asOf).toBe(expected)
  })

  it('includes all days of a month', () => {
    const [set] = dedicated.limitSets
    const dated = { ...dedicated, limitSets: set ? [{ ...set, asOf: '2020-04-20' }] : [] }
    expect(selectLimitSet(dated, { asOf: '2020-04' }).asOf).toBe('2020-04-20')
  })

  it('names the earliest date if no limits are that old', () => {
    expect(() => selectLimitSet(dedicated, { asOf: '2019-12' })).toThrow(AppError)
    expect(() => selectLimitSet(dedicated, { asOf: '2019-12' })).toThrow('the earliest are as of 2020-04')
  })

  it('scales rates and does not change counts', () => {
    const set = selectLimitSet(dedicated, {})
    const scaled = (dimension: Parameters<typeof limitOn>[1]) => {
      const limit = limitOn(set, dimension)
      return limit ? capacityOf(limit, 2, 0.1) / capacityOf(limit, 2, 1) : null
    }
    expect([scaled('ingress'), scaled('partition-egress'), scaled('requests')].map((each) => each?.toFixed(3))).toEqual(
      ['0.100', '0.100', '0.100'],
    )
    expect([scaled('partitions'), scaled('connections'), scaled('connection-attempts')]).toEqual([1, 1, 1])
  })
})
