/**
 * Charts in the real window: zoomed and moved with real keys and the pointer, and copied.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../src/workbench/store/store.ts'
import { knownRecord } from '../unit/presentation/known-run.ts'
import { exampleSample } from '../unit/workbench/example-run.ts'
import {
  accessibilityProblems,
  goTo,
  type HeadroomWindow,
  keepScreenshot,
  makeWorkspace,
  openHeadroom,
} from './open-window.ts'

const hourSeconds = 3600
const partitions = 40

/** A workspace with a recorded hour on forty partitions. The seventh gets three times the load of the others. */
function workspaceWithAnHour(): string {
  const workspace = makeWorkspace()
  const store = openStore(workspace)
  const { plan, scenario } = knownRecord
  const record = {
    ...knownRecord,
    id: 'hour',
    scenario: { ...scenario, name: 'An hour' },
    plan: { ...plan, durationMs: hourSeconds * 1000 },
  }
  const samples = Array.from({ length: hourSeconds }, (_, second) => {
    const sample = exampleSample(record, second)
    const ackedRecordsByPartition = Object.fromEntries(
      Array.from({ length: partitions }, (_each, number) => [
        String(number),
        (number === 7 ? 300 : 100) + ((second * 7919 + number * 104_729) % 23),
      ]),
    )
    return { ...sample, producers: sample.producers.map((producer) => ({ ...producer, ackedRecordsByPartition })) }
  })
  store.addRun(record, samples)
  store.close()
  return workspace
}

let window: HeadroomWindow
beforeAll(async () => {
  window = await openHeadroom({ workspace: workspaceWithAnHour() })
  const { page } = window
  await page.getByRole('radio', { name: 'What would change it?' }).check({ force: true })
  await page.locator('.what-if canvas').waitFor()
})
afterAll(() => window?.app.close())

it('is zoomed and moved by keys, and reset to the whole range', async () => {
  const { page } = window
  const range = page.getByRole('slider', { name: /^Part of Achievable over CKUs that is shown/ })
  const shown = () => range.getAttribute('aria-valuetext')
  expect(await shown()).toBe('from 1 to 10')
  await range.focus()
  await page.keyboard.press('+')
  // One step of zoom hides a fifth of the logarithmic axis from 1 to 10 at each end: 1.58 to 6.31 are left, in whole CKUs 2 to 6.
  expect(await shown()).toBe('from 2 to 6')
  await page.keyboard.press('ArrowRight')
  expect(await shown()).toBe('from 2 to 8')
  expect(await accessibilityProblems(page)).toEqual([])
  await keepScreenshot(page, 'chart-zoomed')
  await page.getByRole('button', { name: 'Show all of Achievable over CKUs' }).click()
  expect(await shown()).toBe('from 1 to 10')
})

it('is zoomed around the pointer by Ctrl and wheel, moved by dragging, and reset by a double click', async () => {
  const { page } = window
  const range = page.getByRole('slider', { name: /^Part of Achievable over CKUs that is shown/ })
  const shown = () => range.getAttribute('aria-valuetext')
  const box = await page.getByRole('img', { name: 'Achievable over CKUs' }).boundingBox()
  if (box === null) throw new Error('The chart is not in sight.')
  const at = (share: number) => box.x + box.width * share
  const height = box.y + box.height / 2
  await page.mouse.move(at(0.5), height)
  await page.mouse.wheel(0, -100)
  expect(await shown()).toBe('from 1 to 10')
  await page.keyboard.down('Control')
  for (let notch = 0; notch < 4; notch += 1) await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await page.waitForFunction(
    () => document.querySelector('.chart-range')?.getAttribute('aria-valuetext') !== 'from 1 to 10',
  )
  const first = /from (\d+)/.exec((await shown()) ?? '')?.[1]
  await page.mouse.move(at(0.8), height)
  await page.mouse.down()
  await page.mouse.move(at(0.2), height, { steps: 4 })
  await page.mouse.up()
  // React may render after the next event, not between two moves.
  await page.waitForFunction(
    (before) =>
      Number(/from (\d+)/.exec(document.querySelector('.chart-range')?.getAttribute('aria-valuetext') ?? '')?.[1]) >
      before,
    Number(first),
  )
  await page.mouse.dblclick(at(0.5), height)
  expect(await shown()).toBe('from 1 to 10')
  expect(await page.evaluate(() => devicePixelRatio)).toBe(1)
})

it('is copied as numbers and as a picture, from a menu that keys reach', async () => {
  const { page, app } = window
  await app.evaluate(({ clipboard }) => clipboard.clear())
  const menu = page.locator('summary[aria-label="More for Achievable over CKUs"]')
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy the numbers as CSV' }).click()
  await page.getByText('The numbers of “Achievable over CKUs” were copied as CSV.').waitFor()
  const csv = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(csv.split(/\r?\n/)[0]).toBe(
    'Size,Offered (bytes/s),"Achievable, low (bytes/s)",Likely (bytes/s),High (bytes/s),Could carry (bytes/s),What holds',
  )
  await menu.click()
  await page.getByRole('button', { name: 'Copy as a picture' }).click()
  await page.getByText('“Achievable over CKUs” was copied as a picture.').waitFor()
  await page.keyboard.press('Escape')
  expect(window.complaints).toEqual([])
})

it('draws a recorded hour of forty partitions, the hottest by name, and pans over it', async () => {
  const { page } = window
  await goTo(page, 'Runs')
  await page.locator('.run-table').getByRole('button', { name: 'An hour' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const chart = page.getByRole('img', { name: 'Records on each partition' })
  await chart.waitFor()
  await page
    .locator('figcaption', { hasText: /of 40 partitions: the hottest \(orders, 7\) has 2\.6/ })
    .waitFor({ state: 'attached' })
  const range = page.getByRole('slider', { name: /^Part of Records on each partition/ })
  await range.focus()
  for (const key of ['+', '+', 'ArrowRight']) await page.keyboard.press(key)
  expect(await range.getAttribute('aria-valuetext')).toMatch(/^from .*min.* to .*min/)
  await chart.scrollIntoViewIfNeeded()
  await keepScreenshot(page, 'partitions-of-an-hour')
  expect(window.complaints).toEqual([])
})
