import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyCompareForm, readCompareForm } from '../../../src/renderer/features/compare/compare-form.ts'
import { pricedRows } from '../../../src/renderer/features/compare/priced-rows.ts'
import { formatMoneyRange, type MoneyRange } from '../../../src/units/money.ts'
import { publishedPrices, today } from '../billing/shipped-prices.ts'
import { first } from '../capacity/known-files.ts'
import { shippedOfferings } from '../capacity/shipped-offerings.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { headroom } from './run-headroom.ts'

const folder = temporaryFolder()
const scenario = 'examples/first.headroom.json'

type Row = {
  readonly offering: string
  readonly tier: string | null
  readonly fits: boolean
  readonly bill: null | { readonly totalPerMonth: MoneyRange | null; readonly currency: string | null }
}

it('shows the same costs of a comparison as JSON, in a spreadsheet, the terminal, a report and the window', async () => {
  const words = [scenario, '--zones', '3', '--on', today]
  const { offerings }: { readonly offerings: readonly Row[] } = (await headroom('compare', ...words, '--json')).json()

  const [heading = '', ...lines] = (await headroom('compare', ...words, '--csv')).out.trim().split('\r\n')
  const lowAt = heading.split(',').indexOf('bill.totalPerMonth.low')
  const cells = lines.map((line) => line.split(','))
  const inSpreadsheet = offerings.map(({ bill }) => {
    const total = bill?.totalPerMonth ?? null
    return total === null ? ['', ''] : [String(total.low), String(total.high)]
  })
  // A cell before the costs that had a comma would shift them.
  expect(cells.map((row) => row.slice(lowAt, lowAt + 2))).toEqual(inSpreadsheet)

  const form = { ...emptyCompareForm, zones: '3' }
  const reading = readCompareForm(form, publishedPrices)
  const asked = { scenario: first, offerings: shippedOfferings, prices: publishedPrices, form, reading, today }
  const { fitting } = pricedRows(asked)
  const named = fitting.map(({ best }) =>
    offerings.find((row) => row.offering === best.offering && row.tier === best.tier),
  )

  const terminal = (await headroom('compare', ...words)).out
  await headroom('report', 'sizing', ...words, '--format', 'md', '--out', folder.path)
  const report = await readFile(join(folder.path, 'headroom-sizing-first-look-orders-on-one-cku.md'), 'utf8')
  let priced = 0
  for (const [index, { best }] of fitting.entries()) {
    const bill = named[index]?.bill ?? null
    const total = bill?.totalPerMonth ?? null
    if (total === null) continue
    priced += 1
    expect(best.bill?.totalPerMonth, best.offering).toEqual(total)
    const text = formatMoneyRange(total, bill?.currency ?? '')
    expect(terminal, best.offering).toContain(text)
    expect(report.match(new RegExp(`^\\|[^|]*\`${best.offering}\`.*$`, 'm'))?.[0], best.offering).toContain(text)
  }
  expect(priced).toBeGreaterThan(5)
})
