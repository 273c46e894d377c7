/**
 * The bills that docs/prices.md compares with published examples, made by the commands on that page.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { BillLine } from '../../src/billing/bill-line.ts'
import type { Bill } from '../../src/billing/compute-bill.ts'
import { formatMoney } from '../../src/units/money.ts'
import { headroom } from '../unit/cli/run-headroom.ts'

const page = readFileSync('docs/prices.md', 'utf8')
const section = page.split('## Checked against published examples')[1]?.split('\n## ')[0] ?? ''
const commands = [...section.matchAll(/^headroom (bill docs\/bills\/.+)$/gm)].map(([, words = '']) => words.split(' '))

/** What the examples say, in the order of the commands; null: not published. */
const published: readonly { readonly total: number; readonly digits: number }[] = [
  { total: 11_703.67, digits: 7 },
  { total: 11_164.93, digits: 7 },
  { total: 9512.59, digits: 6 },
  { total: 11_000, digits: 2 },
  { total: 1100, digits: 2 },
  { total: 620, digits: 2 },
]

async function billsOfPage(): Promise<Bill[]> {
  const bills: Bill[] = []
  for (const words of commands) {
    const { exitCode, err, out } = await headroom(...words, '--json')
    expect([exitCode, err], words.join(' ')).toEqual([0, ''])
    bills.push(...JSON.parse(out).bills)
  }
  return bills
}

function amountText(amount: number): string {
  return formatMoney(amount, 'USD').replace(' USD', '')
}

/** The table of the page: a row for each charge that one of the bills has, a column for each command. */
function tableOf(bills: readonly Bill[]): string {
  const names = new Set(
    bills.flatMap(({ lines }) => lines.filter(({ perMonth }) => perMonth.high > 0).map(({ name }) => name)),
  )
  const amountIn = (lines: readonly BillLine[], name: string) => {
    const line = lines.find((each) => each.name === name)
    return line === undefined || line.perMonth.high === 0 ? '–' : amountText(line.perMonth.high)
  }
  const rows = [
    ['USD a month', ...bills.map((_, index) => String(index + 1))],
    ['---', ...bills.map(() => '---:')],
    ...[...names].map((name) => [name, ...bills.map(({ lines }) => amountIn(lines, name))]),
    ['Total', ...bills.map(({ totalPerMonth }) => amountText(totalPerMonth?.high ?? Number.NaN))],
    [
      'Published',
      ...published.map(({ total, digits }) =>
        digits === 2 ? `about ${amountText(total).slice(0, -3)}` : amountText(total),
      ),
    ],
  ]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

it('has, line by line, what the commands of the page give, and the published totals in all of their digits', async () => {
  expect(commands).toHaveLength(published.length)
  const bills = await billsOfPage()
  for (const [index, { totalPerMonth, isComplete }] of bills.entries()) {
    const { total, digits } = published[index] ?? { total: Number.NaN, digits: 1 }
    expect(isComplete, `command ${index + 1}`).toBe(true)
    expect(Number((totalPerMonth?.high ?? 0).toPrecision(digits)), `command ${index + 1}`).toBe(total)
  }
  expect(section).toContain(tableOf(bills))
})
