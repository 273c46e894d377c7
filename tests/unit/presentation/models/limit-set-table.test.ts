import { expect, it } from 'vitest'
import type { LimitSet } from '../../../../src/contracts/offering.ts'
import { limitSetTable } from '../../../../src/presentation/models/limit-set-table.ts'
import { plainLines } from '../../../../src/presentation/painters/plain-content.ts'
import { today } from '../../billing/shipped-prices.ts'
import { dedicated } from '../../capacity/known-files.ts'

const [newest] = [...dedicated.limitSets].sort((one, other) => (one.asOf < other.asOf ? 1 : -1))

function rowsOf(set: LimitSet): string[] {
  return limitSetTable(set, dedicated.unitName, today).rows.map((cells) =>
    cells.flatMap(({ content }) => plainLines(content)).join(' | '),
  )
}

it('has a row with the price of a unit, if a model of the user’s own states one', () => {
  if (newest === undefined) throw new Error('Dedicated has limits.')
  const source = { title: 'Price list', date: '2026-10', grade: 'P' } as const
  const priced = { ...newest, price: { perUnitPerHour: 2.5, currency: 'USD', source } }
  expect(rowsOf(priced)).toContain('Price | 2.5 USD/h per CKU |  | Price list, 2026-10 (primary source)')
  expect(rowsOf(newest).some((row) => row.startsWith('Price'))).toBe(false)
})

it('marks each limit whose source is more than a year old, and no other', () => {
  const mark = '[more than a year old]'
  const oldest = dedicated.limitSets.find(({ asOf }) => asOf === '2020-04')
  if (newest === undefined || oldest === undefined) throw new Error('Dedicated has limits of 2020 and newer ones.')
  expect(rowsOf(oldest).filter((row) => row.endsWith(mark))).toEqual(rowsOf(oldest))
  expect(newest.limits.every(({ source }) => source.date > '2025-11-23')).toBe(true)
  expect(rowsOf(newest).join()).not.toContain(mark)
})
