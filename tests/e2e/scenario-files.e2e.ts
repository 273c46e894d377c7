import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems, textOf, windowPerTest } from './open-window.ts'

const open = windowPerTest()

const emptyScenario = {
  kind: 'headroom.scenario',
  schemaVersion: 1,
  name: 'Broken',
  deployment: { offering: 'confluent-cloud-dedicated', size: 1 },
}
const sentence = '.sentence'
const size = '[data-place="deployment.size"]'

describe('a scenario as a file', () => {
  it('writes the scenario to a file, reads it back, and can restore the unsaved one', async () => {
    const { app, page, workspace } = await open()
    const path = join(workspace, 'mine.headroom.json')
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
    }, path)
    await page.fill(size, '3')
    await page.getByRole('button', { name: 'Save…' }).click()
    await page.waitForFunction(() => document.querySelector('.state')?.textContent === 'mine.headroom.json')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ kind: 'headroom.scenario', deployment: { size: 3 } })
    await page.fill(size, '7')
    await page.getByRole('button', { name: 'Open…' }).click()
    await page.locator('.sentence', { hasText: '3 CKUs' }).waitFor()
    await page.getByRole('button', { name: 'Go back to them' }).click()
    expect(await textOf(page.locator(sentence))).toMatch(/^7 CKUs/)
  })

  it('says what is wrong with a file that is not a scenario', async () => {
    const { app, page } = await open()
    const path = join(import.meta.dirname, 'open-window.ts')
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
    }, path)
    await page.getByRole('button', { name: 'Open…' }).click()
    await page.locator('.notice.is-problem').waitFor()
    expect(await textOf(page.locator('.notice.is-problem'))).not.toMatch(/\bat .*:\d+:\d+/)
  })

  it('keeps the buttons of a long notice in the window, with every problem beside them', async () => {
    const { app, page, workspace } = await open()
    const path = join(workspace, 'broken.headroom.json')
    // At most 50 problems are listed.
    const topics = Array.from({ length: 45 }, (_, index) => ({ name: `t${index}`, partitions: -1 }))
    writeFileSync(path, JSON.stringify({ ...emptyScenario, workload: { topics, producers: [], consumerGroups: [] } }))
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
    }, path)
    await page.getByRole('button', { name: 'Open…' }).click()
    const notice = page.locator('.notice.is-problem')
    await notice.waitFor()
    expect(await notice.getByRole('listitem').count()).toBeGreaterThan(45)
    const { top, bottom } = await notice.evaluate((element) => element.getBoundingClientRect())
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThanOrEqual(await page.evaluate(() => innerHeight))
    expect(await accessibilityProblems(page)).toEqual([])
    await notice.getByRole('button', { name: 'Close' }).click()
    await notice.waitFor({ state: 'detached' })
  })
})
