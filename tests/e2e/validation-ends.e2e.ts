/**
 * How a run in the window ends when it is stopped, killed or closed.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { patience } from '../unit/patience.ts'
import { goTo, type HeadroomWindow, keepScreenshot, makeWorkspace, openHeadroom, textOf } from './open-window.ts'
import { leftOfRuns, shortRun, startRun, waitUntilClusterStarts, waitUntilMeasuring } from './validation-run.ts'

const opened: HeadroomWindow[] = []
afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close().catch(() => undefined)
})

/** Kills only the main process of the app. Its child processes must notice that themselves. */
function kill(window: HeadroomWindow): void {
  window.app.process().kill('SIGKILL')
  opened.splice(opened.indexOf(window), 1)
}

async function open(workspace = makeWorkspace()): Promise<HeadroomWindow> {
  const window = await openHeadroom({ workspace })
  opened.push(window)
  return window
}

describe('the validation view', () => {
  it('is started by the tour, stops on request and keeps what was measured', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'New here? Take the one-minute tour' }).click()
    const tour = page.getByRole('region', { name: 'Tour' })
    for (let step = 1; step < 5; step += 1) await tour.getByRole('button', { name: 'Next' }).click()
    await tour.getByRole('button', { name: 'Start the run' }).click()
    await waitUntilMeasuring(page)
    await tour.getByRole('heading', { name: 'Running' }).waitFor()
    await page.getByRole('button', { name: 'Stop and keep what was measured' }).click()
    await page.getByRole('button', { name: 'Export report…' }).waitFor()
    await tour.getByRole('heading', { name: 'The result' }).waitFor()
    await tour.getByRole('button', { name: 'Done' }).click()
    await tour.waitFor({ state: 'detached' })
    expect(await textOf(page.locator('.badges'))).toMatch(/partial/)
    const entry = page.locator('.run-entry').first()
    expect(await textOf(entry)).toMatch(/partial/)
    await entry.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('None yet.').waitFor()
  })

  it('lists a run as partial after the app was killed in the middle of it', async () => {
    const first = await open()
    await startRun(first.page, { ...shortRun, duration: '2 min' })
    await waitUntilMeasuring(first.page)
    kill(first)
    await expect.poll(() => leftOfRuns(first.workspace), patience).toEqual([])
    const { page } = await open(first.workspace)
    await goTo(page, 'Validation')
    const entry = page.locator('.run-entry').first()
    await entry.filter({ hasText: 'partial' }).waitFor()
    await entry.locator('.open').click()
    await page.locator('.badges', { hasText: 'partial' }).waitFor()
    expect(await textOf(page.locator('.tile').first())).toMatch(/Measured ingress, wire\d/)
    await keepScreenshot(page, 'validation-killed-run')
  })

  it('lists a run as failed after the app was killed while its cluster started, and leaves nothing of it', async () => {
    const first = await open()
    await startRun(first.page)
    await waitUntilClusterStarts(first.page, first.workspace)
    kill(first)
    await expect.poll(() => leftOfRuns(first.workspace), patience).toEqual([])
    const { page } = await open(first.workspace)
    await goTo(page, 'Validation')
    await page.locator('.run-entry', { hasText: 'failed' }).waitFor()
  })

  it('keeps a live run as partial when the window is closed', async () => {
    const first = await open()
    await startRun(first.page, { ...shortRun, duration: '2 min' })
    await waitUntilMeasuring(first.page)
    await first.app.close()
    opened.splice(opened.indexOf(first), 1)
    const { page } = await open(first.workspace)
    await goTo(page, 'Validation')
    expect(await textOf(page.locator('.run-entry').first())).toMatch(/partial/)
  })
})
