/**
 * Starting from a running cluster in the real window: files become an observation, and that a scenario.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import {
  accessibilityProblems,
  goTo,
  keepScreenshot,
  makeWorkspace,
  openHeadroom,
  repositoryRoot,
  textOf,
} from './open-window.ts'

const list = join(repositoryRoot, 'tests/fixtures/observations/topics.csv')

async function open() {
  const workspace = makeWorkspace()
  const window = await openHeadroom({ workspace })
  onTestFinished(() => window.app.close().catch(() => undefined))
  await goTo(window.page, 'Observe')
  return window
}

/** In both colours, as small and as large as windows usually are; axe finds nothing wrong. */
async function keepPictures(app: ElectronApplication, page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
  ] as const) {
    const bounds = { x: 0, y: 0, width, height }
    await app.evaluate(({ BrowserWindow }, given) => BrowserWindow.getAllWindows()[0]?.setBounds(given), bounds)
    await page.waitForFunction((wanted) => innerWidth === wanted, width)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await keepScreenshot(page, `${name}-${colorScheme}-${width}`)
      expect(await accessibilityProblems(page)).toEqual([])
    }
  }
}

/** What dropping a file on the window does: the page gets a file whose path the preload knows. */
async function drop(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', id: 'dropped' })
    document.body.append(input)
  })
  await page.locator('#dropped').setInputFiles(path)
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#dropped')
    const dataTransfer = new DataTransfer()
    for (const file of input?.files ?? []) dataTransfer.items.add(file)
    input?.remove()
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
  })
}

it('observes a cluster by a dropped list of topics, and opens it as a scenario that is sized', async () => {
  const { app, page, complaints } = await open()
  await keepPictures(app, page, 'observe-empty')
  const observe = page.getByRole('button', { name: 'Observe', exact: true }).last()
  expect(await observe.isDisabled()).toBe(true)

  await drop(page, list)
  await page.getByText('topics.csv', { exact: true }).first().waitFor()
  await observe.click()
  await page.getByText('What does the cluster run on?').waitFor()
  await page.getByLabel('Offering').selectOption('confluent-cloud-dedicated')
  await page.getByLabel('Size, CKUs').fill('2')
  const sentence = page.locator('.sentence', { hasText: /^At the observed peak/ })
  await sentence.waitFor()
  expect(await textOf(sentence)).toMatch(/^At the observed peak: 2 CKUs/)
  await page.getByRole('img', { name: 'How full each limit is' }).waitFor()
  await keepPictures(app, page, 'observe')
  await page.getByRole('heading', { name: 'Average, peak and growth' }).scrollIntoViewIfNeeded()
  await keepPictures(app, page, 'observe-below')
  const topics = page.getByRole('table', { name: 'What is written to each topic' })
  expect(await textOf(topics.getByRole('row', { name: /^orders/ }))).toMatch(/orders.*61\.2 MB\/s.*measured/)

  await page.getByLabel('Replace names of topics').check()
  await topics.getByRole('row', { name: /^topic-1/ }).waitFor()
  expect(await textOf(page.getByRole('main'))).not.toMatch(/orders|topics\.csv/)
  await page.getByLabel('Replace names of topics').uncheck()
  await topics.getByRole('row', { name: /^orders/ }).waitFor()

  await page.getByRole('button', { name: 'Open as a scenario' }).click()
  await page.getByRole('heading', { level: 1, name: /workload/ }).waitFor()
  expect(await page.getByLabel('Name of the scenario').inputValue()).toBe('topics.csv')
  expect(await page.locator('[data-place="deployment.size"]').inputValue()).toBe('2')
  await goTo(page, 'Compare')
  await page.getByRole('table', { name: /^Offerings that carry/ }).waitFor()
  await goTo(page, 'Observe')
  await page.getByRole('button', { name: /^topics\.csv/ }).waitFor()
  expect(complaints).toEqual([])
})

it('merges pasted rows with a file, shows every problem of a bad one in place, and keeps what was typed', async () => {
  const { app, page, workspace, complaints } = await open()
  const bad = join(workspace, 'bad.csv')
  writeFileSync(bad, 'topic,partitions\norders,many\npayments,0\n')
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
  }, bad)
  await page.getByRole('button', { name: 'Choose files…' }).click()
  await page.getByText('Paste rows of a spreadsheet').click()
  await page
    .getByLabel('A heading and a row for each topic')
    .fill('topic\tmessages/s\trecord size (bytes)\norders\t9000\t900')
  const observe = page.getByRole('button', { name: 'Observe', exact: true }).last()
  await observe.click()
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await textOf(alert)).toMatch(/2 problems.*bad\.csv:2.*bad\.csv:3/)
  await keepPictures(app, page, 'observe-bad')

  writeFileSync(bad, 'topic,partitions\norders,12\n')
  await observe.click()
  await page.getByRole('button', { name: 'Open as a scenario' }).waitFor()
  expect(await alert.count()).toBe(0)
  const shape = page.getByRole('table', { name: 'What each topic is like' })
  expect(await textOf(shape.getByRole('row', { name: /^orders/ }))).toMatch(/orders9[\s.,]?000 records\/s.*12/)
  expect(await textOf(page.getByRole('table', { name: 'Where the figures come from' }))).toMatch(
    /bad\.csv.*pasted rows/,
  )
  expect(complaints).toEqual([])
})
