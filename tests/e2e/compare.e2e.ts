/**
 * The comparison of offerings in the real window: one row each, limits with sources, and the button that opens Sizing.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  accessibilityProblems,
  goTo,
  type HeadroomWindow,
  keepScreenshot,
  openHeadroom,
  textOf,
} from './open-window.ts'

/** A price sheet of the user's own for one offering. */
const ourSheet = {
  kind: 'headroom.prices',
  schemaVersion: 1,
  name: 'our contract',
  checkedOn: '2026-11-20',
  sources: { contract: { title: 'Contract 17', date: '2026-11-20', grade: 'P' } },
  lists: [
    {
      offering: 'aws-msk-express',
      region: 'our hall',
      currency: 'USD',
      charges: [{ for: 'units', per: 'unit-hour', amount: 0.3, source: 'contract' }],
    },
  ],
}

let window: HeadroomWindow
beforeAll(async () => {
  window = await openHeadroom()
})
afterAll(() => window?.app.close())

it('compares the workload on every offering, sorts, unfolds the reasons and opens one in the sizing view', async () => {
  const { page } = window
  await goTo(page, 'Compare')
  const table = page.getByRole('table', { name: /^Offerings that carry/ })
  await table.waitFor()
  expect(await textOf(page.locator('.sentence'))).toMatch(/\d+ of \d+ offerings carry it/)
  await keepScreenshot(page, 'compare')
  // The table fits beside the fields, with all its costs and without scrolling sideways.
  expect(await page.locator('.answer').evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0)

  await page.getByText('Your prices per unit and hour').click()
  await page.getByLabel('Confluent Cloud Dedicated, CKU').fill('0.01 USD')
  const rowOf = (name: string) => table.locator('tbody', { hasText: name })
  expect(await textOf(rowOf('Confluent Cloud Dedicated'))).toContain('not known: data written')
  expect(await textOf(rowOf('AWS MSK Express'))).toMatch(/USD[\s\S]*us-east-1, prices of \d{4}-\d\d-\d\d/)
  await page.getByRole('button', { name: 'Cost per month' }).click()
  await page.getByLabel('Your own price sheet').setInputFiles({
    name: 'wrong.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{ "kind": "headroom.prices" }'),
  })
  await page.getByText('wrong.json: sources:').waitFor()
  await page.getByLabel('Your own price sheet').setInputFiles({
    name: 'ours.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(ourSheet)),
  })
  await table.getByText('our hall, prices of 2026-11-20').waitFor()

  await table.getByRole('button', { name: 'Confluent Cloud Dedicated' }).click()
  await page.getByText('Every limit with its formula and source').waitFor()
  await page.getByRole('heading', { name: 'What it costs a month, and why' }).waitFor()
  expect(await textOf(page.locator('.compare-detail'))).toContain('2 CKUs × 0.01 USD/h × 730 h = 14.60 USD')
  await page.getByRole('heading', { name: 'What it costs a month, and why' }).scrollIntoViewIfNeeded()
  await keepScreenshot(page, 'compare-open')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Open in Sizing' }).click()
  expect(await page.locator('[data-place="deployment.size"]').inputValue()).toBe('2')
  expect(window.complaints).toEqual([])
})

it('draws the costs over the load, marks where another offering becomes cheaper and says so, in light and dark', async () => {
  const { page } = window
  await goTo(page, 'Compare')
  await page.getByText('Costs over the load, and where one becomes cheaper than another').click()
  const part = page.locator('.costs-over-load')
  await part.getByRole('heading', { name: 'Cost a month over the load' }).waitFor()
  const drawn = part.getByRole('checkbox', { checked: true })
  expect(await drawn.count()).toBe(4)
  expect(await textOf(part)).toMatch(/ costs least (?:up to|at) [\d.]+ [kM]B\/s /)
  const crossings = await part.locator('details').locator('ul.lines li').allTextContents()
  await part.getByRole('button', { name: /^Show the numbers/ }).click()
  for (const sentence of crossings) {
    expect(await textOf(part.locator('figure').getByRole('table'))).toContain(sentence.replace(/\s+/g, ' '))
  }
  await part.getByRole('button', { name: /^Hide the numbers/ }).click()
  expect(await textOf(part.getByRole('table', { name: 'Prices of each offering' }))).toContain('us-east-1')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await part.locator('canvas').scrollIntoViewIfNeeded()
    await keepScreenshot(page, `compare-costs-${colorScheme}`)
    expect(await accessibilityProblems(page)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await drawn.first().uncheck()
  await drawn.first().uncheck()
  await drawn.first().uncheck()
  await part.getByText('Choose at least two offerings.').waitFor()
  expect(window.complaints).toEqual([])
})

it('puts scenarios side by side, each on its own cluster, sorted, and opens one of them', async () => {
  const { page } = window
  await goTo(page, 'Compare')
  await page.getByRole('button', { name: 'Pin for comparison' }).click()
  await page.getByLabel('Pin an example').selectOption({ index: 2 })
  await page.getByText('2 scenarios pinned.').waitFor()
  await page.getByRole('button', { name: 'Show side by side' }).click()
  const heading = page.getByRole('heading', { name: /^Scenarios side by side, each/ })
  expect(await heading.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true)
  const table = page.getByRole('table', { name: /^Scenarios side by side/ })
  await table.waitFor()
  expect(await table.locator('tbody').count()).toBe(3)
  await table.getByRole('button', { name: 'Headroom' }).click()
  const factors = await table.locator('tbody tr:first-child td:nth-child(4)').allTextContents()
  const numbers = factors.map((text) => Number(/[\d.]+/.exec(text)?.[0]))
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  const last = table.locator('tbody').last().getByRole('button').first()
  await last.click()
  await table.getByText('Every limit with its formula and source').waitFor()
  await table.scrollIntoViewIfNeeded()
  await keepScreenshot(page, 'compare-scenarios')
  expect(await accessibilityProblems(page)).toEqual([])
  expect(window.complaints).toEqual([])
})
