/**
 * Starts and measures a run, for the tests of the validation view.
 */
import type { Page } from 'playwright-core'
import { goTo } from './open-window.ts'

/** Shorter than usual, so that a run of a minute has enough quota windows for a verdict. */
export const shortRun = { duration: '60 s', quotaWindow: '4 s', scale: '0.05' } as const

export async function startRun(page: Page, run: { duration: string; quotaWindow: string; scale: string } = shortRun) {
  await goTo(page, 'Validation')
  await page.getByLabel('Scale').fill(run.scale)
  await page.getByLabel('Length of the load').fill(run.duration)
  await page.getByText('Quotas of the embedded cluster').click()
  await page.getByLabel('Quota window').fill(run.quotaWindow)
  await page.getByText('What it will do').waitFor()
  await page.getByRole('button', { name: 'Start the validation' }).click()
}

/** Waits until a run that was started is under load and shows what it measured. */
export async function waitUntilMeasuring(page: Page): Promise<void> {
  await page.locator('.sentence', { hasText: /^(Running|Measuring)/ }).waitFor({ timeout: 180_000 })
  await page.locator('.tile', { hasText: /Measured ingress, wire\d/ }).waitFor()
}
