import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { patience } from '../unit/patience.ts'
import { goTo, type HeadroomWindow, makeWorkspace, stopTheClock, textOf, windowPerTest } from './open-window.ts'
import { leftOfRuns, shortRun, startRun, waitUntilClusterStarts, waitUntilMeasuring } from './validation-run.ts'

const open = windowPerTest()

function workbenchPid({ app }: HeadroomWindow): Promise<number | undefined> {
  return app.evaluate(
    ({ app: electron }) => electron.getAppMetrics().find((metric) => metric.name === 'Headroom workbench')?.pid,
  )
}

/** Kills the process of the workbench and waits until it is gone. Returns its pid. */
async function killWorkbench(window: HeadroomWindow): Promise<number> {
  const pid = await workbenchPid(window)
  if (pid === undefined) throw new Error('There is no workbench process.')
  process.kill(pid, 'SIGKILL')
  while ((await workbenchPid(window)) === pid) await window.page.waitForTimeout(50)
  return pid
}

/** Waits until there is a workbench process again. */
async function waitForWorkbench(window: HeadroomWindow): Promise<void> {
  while ((await workbenchPid(window)) === undefined) await window.page.waitForTimeout(50)
}

describe('a workspace that cannot be written', () => {
  it('does not keep the window from opening, which says so, and sizing works', async () => {
    const file = join(makeWorkspace(), 'file')
    writeFileSync(file, '')
    const { page } = await open({ workspace: file })
    await page.locator('.notice', { hasText: `The workspace ${file}` }).waitFor()
    await page.fill('[data-place="deployment.size"]', '4')
    expect(await textOf(page.locator('.sentence'))).toMatch(/^4 CKUs/)
  })
})

describe('the workbench process', () => {
  it('runs in a separate process that is restarted when it dies, while the page continues', async () => {
    const opened = await open()
    const { page } = opened
    const sentence = await textOf(page.locator('.sentence'))
    const killed = await killWorkbench(opened)
    const notice = page.locator('.notice p', { hasText: 'stopped unexpectedly' })
    // No run was live, so the notice names none.
    expect(await textOf(notice)).toBe('The workbench stopped unexpectedly and was started again.')
    await waitForWorkbench(opened)
    expect(await workbenchPid(opened)).not.toBe(killed)
    expect(await textOf(page.locator('.sentence'))).toBe(sentence)
    await goTo(page, 'Validation')
    await page.getByText('What it will do').waitFor()
  })

  it('is given up with a message if it dies repeatedly, and sizing still works', async () => {
    const opened = await open()
    const { page, workspace } = opened
    // The app then takes four deaths to happen within a minute, however long they take here.
    await stopTheClock(opened.app)
    for (let death = 0; death < 3; death += 1) {
      await killWorkbench(opened)
      await waitForWorkbench(opened)
    }
    expect(await page.getByText('Restart Headroom.').count()).toBe(0)
    await startRun(page)
    await waitUntilClusterStarts(page, workspace)
    await killWorkbench(opened)
    const message =
      'The workbench stopped several times within a minute. Its run ended; what was measured is kept. Restart Headroom.'
    await page.locator('.notice p', { hasText: message }).waitFor()
    expect(await workbenchPid(opened)).toBeUndefined()
    await page.getByRole('button', { name: 'Start the validation' }).waitFor()
    await expect.poll(() => leftOfRuns(workspace), patience).toEqual([])
    await goTo(page, 'Sizing')
    await page.fill('[data-place="deployment.size"]', '4')
    expect(await textOf(page.locator('.sentence'))).toMatch(/^4 CKUs/)
    await page.reload()
    await page
      .getByRole('alert')
      .getByText(/^The workbench stopped several times within a minute\. Restart Headroom\.$/)
      .waitFor()
  })
})

describe('a run whose workbench dies', () => {
  it('while the cluster starts is listed as failed, and nothing of it is left', async () => {
    const opened = await open()
    const { page, workspace } = opened
    await startRun(page)
    await waitUntilClusterStarts(page, workspace)
    await killWorkbench(opened)
    await page.getByText('Its run ended; what was measured is kept.').waitFor()
    await page.locator('.run-entry', { hasText: 'failed' }).waitFor()
    await page.getByRole('button', { name: 'Start the validation' }).waitFor()
    await expect.poll(() => leftOfRuns(workspace), patience).toEqual([])
  })

  it('under load is listed as partial, with what was measured, and nothing of it is left', async () => {
    const opened = await open()
    const { page, workspace } = opened
    await startRun(page, { ...shortRun, duration: '2 min' })
    await waitUntilMeasuring(page)
    await killWorkbench(opened)
    await page.getByText('Its run ended; what was measured is kept.').waitFor()
    await page.locator('.run-entry', { hasText: 'partial' }).locator('.open').click()
    await page.locator('.badges', { hasText: 'partial' }).waitFor()
    expect(await textOf(page.locator('.tile').first())).toMatch(/Measured ingress, wire\d/)
    await expect.poll(() => leftOfRuns(workspace), patience).toEqual([])
  })
})
