import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { first } from '../unit/capacity/known-files.ts'
import {
  accessibilityProblems,
  goTo,
  type HeadroomWindow,
  keepScreenshot,
  sharedWindow,
  textOf,
} from './open-window.ts'

const open = sharedWindow()

const panel = 'section[aria-label="Other workloads on this cluster"]'

/** A scenario file with other rates; the next dialog that opens a file chooses it. */
async function offerFile({ app, workspace }: HeadroomWindow, scenario: object): Promise<void> {
  const path = join(workspace, 'other.headroom.json')
  writeFileSync(path, JSON.stringify(scenario))
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
  }, path)
}

const returns = { ...first, name: 'Returns: as many as orders' }

describe('other workloads on the cluster', () => {
  it('show who takes what of each limit, stay when the view changes, and open as one scenario', async () => {
    const opened = await open()
    const { page, complaints } = opened
    await offerFile(opened, returns)
    await page.getByRole('button', { name: 'Add a workload…' }).click()
    await page.locator(panel, { hasText: 'All together need' }).waitFor()
    expect(await textOf(page.locator(panel))).toMatch(/Returns \d+ %/)
    await page.locator(panel).scrollIntoViewIfNeeded()
    await keepScreenshot(page, 'other-workloads-light-1280')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('heading', { name: 'How full each shared limit is' }).scrollIntoViewIfNeeded()
    await keepScreenshot(page, 'other-workloads-dark-1280')
    expect(await accessibilityProblems(page)).toEqual([])

    await goTo(page, 'Models')
    await goTo(page, 'Sizing')
    await page.locator(panel, { hasText: 'All together need' }).waitFor()

    await page.getByRole('button', { name: 'Open all as one scenario' }).click()
    await page.locator(panel, { hasText: 'None. Add those that share the cluster' }).waitFor()
    expect(await page.locator('[data-place="workload.topics[1].name"]').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  it('can be removed, and say why they cannot share the cluster', async () => {
    const opened = await open()
    const { page } = opened
    await offerFile(opened, { ...returns, workload: { ...first.workload, clientFamily: 'java' } })
    await page.getByRole('button', { name: 'Add a workload…' }).click()
    await page.locator(`${panel} [role=alert]`).waitFor()
    expect(await textOf(page.locator(`${panel} [role=alert]`))).toContain('workload.clientFamily')
    await page.getByRole('button', { name: 'Remove Returns: as many as orders' }).click()
    await page.locator(panel, { hasText: 'None. Add those that share the cluster' }).waitFor()
  })
})
