/**
 * Comparing offerings in the real window: one row each, its limits with their sources, and the way into sizing.
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

let window: HeadroomWindow
beforeAll(async () => {
  window = await openHeadroom()
}, 120_000)
afterAll(() => window?.app.close())

it('compares the workload on every offering, sorts, unfolds the reasons and opens one in the sizing view', async () => {
  const { page } = window
  await goTo(page, 'Compare')
  const table = page.getByRole('table', { name: /^Offerings that carry/ })
  await table.waitFor()
  expect(await textOf(page.locator('.sentence'))).toMatch(/\d+ of \d+ offerings carry it/)
  await keepScreenshot(page, 'compare')

  await page.getByText('Your prices per unit and hour').click()
  await page.getByLabel('Confluent Cloud Dedicated, CKU').fill('0.01 USD')
  await page.getByRole('button', { name: 'Cost per hour' }).click()
  expect(await textOf(table.locator('tbody th').first())).toContain('Confluent Cloud Dedicated')

  await table.getByRole('button', { name: 'Confluent Cloud Dedicated' }).click()
  await page.getByText('Every limit with its formula and source').waitFor()
  await keepScreenshot(page, 'compare-open')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Open in Sizing' }).click()
  expect(await page.locator('[data-place="deployment.size"]').inputValue()).toBe('2')
  expect(window.complaints).toEqual([])
})

it('puts scenarios side by side, each on its own cluster, sorted, and opens one of them', async () => {
  const { page } = window
  await goTo(page, 'Compare')
  await page.getByRole('button', { name: 'Pin for comparison' }).click()
  await page.getByLabel('Pin an example').selectOption({ index: 2 })
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
