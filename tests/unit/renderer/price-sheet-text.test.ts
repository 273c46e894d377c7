import { describe, expect, it } from 'vitest'
import { emptyCompareForm, readCompareForm } from '../../../src/renderer/features/compare/compare-form.ts'
import { pricedRows } from '../../../src/renderer/features/compare/priced-rows.ts'
import { readPriceSheetText } from '../../../src/renderer/features/compare/read-price-sheet.ts'
import { publishedPrices, today } from '../billing/shipped-prices.ts'
import { first, shippedOffering } from '../capacity/known-files.ts'

const offerings = [shippedOffering('aws-msk-express')]
const models = { offerings, broken: [] }
const written = {
  kind: 'headroom.prices',
  schemaVersion: 1,
  name: 'ours',
  checkedOn: '2026-11-20',
  sources: { contract: { title: 'Contract 17', date: '2026-11-20', grade: 'P' } },
  lists: [{ offering: 'aws-msk-express', region: null, currency: 'USD', discountPercent: 50 }],
}

describe('a price sheet that the user chose', () => {
  it('is read, or all its problems are said with their places', () => {
    expect(readPriceSheetText(JSON.stringify(written), models)).toMatchObject({ sheet: { name: 'ours' }, problems: [] })
    expect(readPriceSheetText('{', models).problems).toEqual(['The file is not valid JSON.'])
    const wrong = { ...written, lists: [{ ...written.lists[0], offering: 'nobody', currency: 'dollars' }] }
    expect(readPriceSheetText(JSON.stringify(wrong), models).problems).toEqual([
      'lists[0].currency: expected a currency code like USD (found "dollars")',
    ])
    const unknown = { ...written, lists: [{ ...written.lists[0], offering: 'nobody' }] }
    expect(readPriceSheetText(JSON.stringify(unknown), models).problems[0]).toMatch(
      /^lists\[0\]\.offering: no offering/,
    )
  })

  it('changes the bills of the comparison', () => {
    const { sheet } = readPriceSheetText(JSON.stringify(written), models)
    const reading = readCompareForm(emptyCompareForm, publishedPrices)
    const totalOf = (sheets: (typeof sheet)[]) => {
      const form = { ...emptyCompareForm, sheets: sheets.flatMap((each) => each ?? []) }
      const rows = pricedRows({ scenario: first, offerings, prices: publishedPrices, form, reading, today })
      return rows.fitting[0]?.best.bill?.totalPerMonth?.high ?? 0
    }
    expect(totalOf([])).toBeGreaterThan(1000)
    expect(totalOf([sheet])).toBeCloseTo(totalOf([]) / 2, 6)
  })
})
