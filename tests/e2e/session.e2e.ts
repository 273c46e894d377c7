/**
 * A session in front of a customer: the tour, files dropped on the window, presenter mode.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../src/workbench/store/store.ts'
import { knownRecord } from '../unit/presentation/known-run.ts'
import { exampleCampaign } from '../unit/workbench/example-campaign.ts'
import {
  accessibilityProblems,
  allViews,
  goTo,
  type HeadroomWindow,
  keepScreenshot,
  makeWorkspace,
  openHeadroom,
  repositoryRoot,
  textOf,
} from './open-window.ts'

const host = 'broker-1.customer.example.com'

let window: HeadroomWindow
beforeAll(async () => {
  const workspace = makeWorkspace()
  const store = openStore(workspace)
  store.insertRun({ ...knownRecord, target: { ...knownRecord.target, label: `cluster at ${host}:9092` } })
  store.annotateRun(knownRecord.id, { tags: [host], notes: `Beside ${host}.` })
  const campaign = exampleCampaign('campaign')
  const target = { ...knownRecord.target, label: `cluster at ${host}:9092` }
  store.insertCampaign({ ...campaign, status: 'stopped', endDetail: `${host} is gone`, target })
  store.close()
  window = await openHeadroom({ workspace })
})
afterAll(() => window?.app.close())

it('shows the tour of five steps once', async () => {
  const { page } = window
  await page.getByRole('button', { name: 'New here? Take the one-minute tour' }).click()
  const tour = page.getByRole('region', { name: 'Tour' })
  for (const question of [/What will this/, /What will this/, /Which offerings/, /What did we see/, /Is it true/]) {
    await page.getByRole('heading', { name: question, level: 1 }).waitFor()
    if (question.source === 'Is it true') await tour.getByText(/writes at most .* deleted afterwards/).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, 'tour')
    await tour.getByRole('button', { name: /^(Next|Done)$/ }).click()
  }
  await tour.waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: /^New here/ }).count()).toBe(0)
})

function exampleName(file: string): string {
  return JSON.parse(readFileSync(join(repositoryRoot, `examples/${file}.headroom.json`), 'utf8')).name
}

/** Waits until a scenario with this name is open. */
async function waitForScenario(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLInputElement>('.scenario-name')?.value === wanted,
    name,
  )
}

/** Drops files as a desktop does. Unlike an event made by a script, such a drop has the paths of the files. */
async function drop(page: Page, ...paths: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data })
  }
  await session.detach()
}

it('opens a dropped scenario, remembers it, and opens the output of another tool as a run', async () => {
  const { page } = window
  await drop(page, join(repositoryRoot, 'examples/confluent-cku-2020.headroom.json'))
  await waitForScenario(page, exampleName('confluent-cku-2020'))
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /confluent-cku-2020\.headroom\.json Recent file/ }).waitFor()
  await page.keyboard.press('Escape')
  await drop(page, join(repositoryRoot, 'tests/fixtures/imports/kafka-4.3.1/producer.txt'))
  await page.locator('.sentence', { hasText: /^Not proven/ }).waitFor()
  expect(await textOf(page.locator('.sentence'))).not.toContain('--')
  await page.getByRole('img', { name: 'Written: imported against predicted' }).waitFor()
  expect(await textOf(page.locator('.tile', { hasText: 'Imported ingress, payload' }))).toMatch(/MB\/s.*predicted/)
  expect(await textOf(page.locator('.tile', { hasText: 'Imported egress, payload' }))).toMatch(/not reported/)
  await page.getByRole('heading', { name: 'What these outputs do not report' }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, `imported-${colorScheme}`)
  }
  await goTo(page, 'Runs')
  await page.locator('.sentence', { hasText: /^2\sruns/ }).waitFor()
})

it('opens a dropped scenario whatever its file name, and says what is wrong with a broken or newer one', async () => {
  const { page, workspace } = window
  const example = JSON.parse(readFileSync(join(repositoryRoot, 'examples/first.headroom.json'), 'utf8'))
  const write = (name: string, text: string) => {
    writeFileSync(join(workspace, name), text)
    return join(workspace, name)
  }
  await drop(page, write('orders.json', JSON.stringify({ ...example, name: 'Orders of ours' })))
  await waitForScenario(page, 'Orders of ours')
  const notice = page.locator('.notice.is-problem')
  for (const [name, text, told] of [
    ['cut.headroom.json', '{ "kind": "headroom.sc', /is not valid JSON/],
    ['later.json', JSON.stringify({ ...example, schemaVersion: 2, weather: 'fine' }), /written by a newer Headroom/],
  ] as const) {
    await drop(page, write(name, text))
    await notice.filter({ hasText: told }).waitFor()
    await notice.getByRole('button', { name: 'Close' }).click()
    expect(await page.getByLabel('Name of the scenario').inputValue()).toBe('Orders of ours')
  }
})

it('leaves dropped text to the field below the pointer', async () => {
  const { page } = window
  await goTo(page, 'Sizing')
  const isTaken = await page.locator('[data-place="notes"]').evaluate((field) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', 'words')
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    field.dispatchEvent(drop)
    return drop.defaultPrevented
  })
  expect(isTaken).toBe(false)
})

it('compares an imported run with a scenario that was opened later', async () => {
  const { page } = window
  await drop(page, join(repositoryRoot, 'examples/first.headroom.json'))
  await waitForScenario(page, exampleName('first'))
  await goTo(page, 'Validation')
  const lay = page.getByRole('button', { name: /^Compare with/ })
  await lay.click()
  await lay.waitFor({ state: 'detached' })
  await page
    .locator('.tile', { hasText: /predicted/ })
    .first()
    .waitFor()
})

it('adds a run that is dropped as the JSON of a report', async () => {
  const { page } = window
  await drop(page, join(repositoryRoot, 'tests/fixtures/runs/before-compression.json'))
  await page.getByRole('heading', { name: 'What held the rate, and what to do' }).waitFor()
  await goTo(page, 'Runs')
  await page.locator('.sentence', { hasText: /^3\sruns/ }).waitFor()
})

it('presents with the customer’s name and without host names, in every view and both themes', async () => {
  const { page } = window
  await goTo(page, 'Validation')
  await page.locator('.run-entry .open', { hasText: host }).click()
  await page.locator('.badges', { hasText: host }).waitFor()
  // Makes a notice. Presenter mode must remove it, because earlier notices are not meant for the customer.
  await page.locator('summary[aria-label^="More for"]').first().click()
  await page.getByRole('button', { name: 'Copy the numbers as CSV' }).first().click()
  const notices = page.locator('.notice')
  await notices.filter({ hasText: 'were copied as CSV' }).waitFor()
  await page.keyboard.press('Control+Shift+L')
  await notices.first().waitFor({ state: 'detached' })
  // Notes are shown without host names and cannot be edited: otherwise they would be stored like that.
  expect(await textOf(page.getByRole('region', { name: 'Remarks on this run' }))).toBe('host-1Beside host-1.')
  await page.getByLabel('Presented to').fill('Example Bank')
  expect(await textOf(page.locator('.badges'))).toMatch(/cluster at host-1/)
  // A unit that wraps below its number is no higher than one line.
  await goTo(page, 'Sizing')
  const unit = page.locator('.tile', { hasText: 'records written' }).locator('.value > .unit')
  const lineHeight = await unit.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize) * 1.5)
  expect(await unit.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(lineHeight)
  for (const view of allViews) {
    await goTo(page, view)
    expect(await page.content()).not.toContain('customer.example')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await accessibilityProblems(page)).toEqual([])
      await keepScreenshot(page, `presenter-${view.toLowerCase()}-${colorScheme}`)
    }
  }
  await page.getByRole('button', { name: 'Leave presenter mode' }).click()
  await page.getByLabel('Name of the scenario').waitFor()
  await goTo(page, 'Validation')
  expect(await page.getByLabel('Notes').inputValue()).toBe(`Beside ${host}.`)
  expect(window.complaints).toEqual([])
})
