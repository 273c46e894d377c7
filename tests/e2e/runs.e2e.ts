/**
 * The history of runs in the real window: search, tags and notes, comparison, repetition, import.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../src/workbench/store/store.ts'
import { serviceRun } from '../unit/evidence/known-runs.ts'
import { knownRecord } from '../unit/presentation/known-run.ts'
import {
  accessibilityProblems,
  goTo,
  type HeadroomWindow,
  keepScreenshot,
  makeWorkspace,
  openHeadroom,
  repositoryRoot,
  textOf,
} from './open-window.ts'

/** Number of runs besides the two for the calibration, a thousand together. */
const runCount = 998

let window: HeadroomWindow
beforeAll(async () => {
  const workspace = makeWorkspace()
  const store = openStore(workspace)
  for (let index = 0; index < runCount; index += 1) {
    const scenario = { ...knownRecord.scenario, name: index % 4 === 0 ? 'Orders at night' : 'Orders by day' }
    const createdAtEpochMs = knownRecord.createdAtEpochMs + index * 3_600_000
    store.insertRun({ ...knownRecord, id: `run-${index}`, createdAtEpochMs, scenario })
  }
  for (const run of [serviceRun('one', 66e6), serviceRun('two', 132e6, { size: 2 })]) {
    store.insertRun({ ...run, scenario: { ...run.scenario, name: 'Calibration run' }, createdAtEpochMs: 1 })
  }
  store.close()
  window = await openHeadroom({ workspace })
})
afterAll(() => window?.app.close())

it('lists a thousand runs in pages, and finds runs by name', async () => {
  const { page } = window
  await goTo(page, 'Runs')
  await page.getByText('1 to 50 of 1,000').waitFor()
  expect(await textOf(page.locator('.sentence'))).toMatch(/^1,000 runs on 2 targets/)
  await page.getByRole('button', { name: 'Older' }).click()
  await page.getByText('51 to 100 of 1,000').waitFor()
  await page.getByLabel('Name, target, note or sentence').fill('night')
  await page.getByText(/^1 to 50 of 250$/).waitFor()
})

it('shows earlier runs in Validation where they stay when the plan of the next run appears above them', async () => {
  const { page } = window
  await page.evaluate(() => {
    const places = new Set<number>()
    const look = () => {
      const entry = document.querySelector('.run-entry')
      if (entry !== null) places.add(Math.round(entry.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    Reflect.set(document, 'placesOfFirstRun', places)
    look()
  })
  await goTo(page, 'Validation')
  await page.getByText('What it will do').waitFor()
  await page.locator('.run-entry').first().waitFor()
  // Waits two frames, so that the last position is noted too.
  const places = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    return [...(Reflect.get(document, 'placesOfFirstRun') as Set<number>)]
  })
  expect(places).toHaveLength(1)
  await goTo(page, 'Runs')
})

it('keeps tags and notes, compares two sets of four runs, and loads a run to be run again', async () => {
  const { page } = window
  await page.locator('.run-table').getByRole('button', { name: 'Orders at night' }).first().click()
  await page.getByLabel('Tags').fill('before the upgrade')
  await page.locator('.run-detail').getByLabel('Notes').fill('The customer watched.')
  await page.locator('.run-detail').getByLabel('Notes').blur()
  await page.locator('.run-table .badge', { hasText: 'before the upgrade' }).waitFor()
  await page.getByLabel('Tag', { exact: true }).selectOption('before the upgrade')
  await page.locator('.sentence', { hasText: /^1\srun on/ }).waitFor()
  await page.getByLabel('Tag', { exact: true }).selectOption('')

  const sets = page.locator('.run-table input[type="checkbox"]')
  for (let row = 0; row < 4; row += 1) await sets.nth(row * 2).check()
  for (let row = 4; row < 8; row += 1) await sets.nth(row * 2 + 1).check()
  await page.getByRole('heading', { name: 'A (4) and B (4) compared' }).waitFor()
  const named = /A: Orders at night, [\w ]+, \d\d:\d\d:\d\d; .*; and 1 more\s*B: Orders at night, /
  expect(await textOf(page.getByRole('region', { name: /compared$/ }))).toMatch(named)
  expect(await textOf(page.getByRole('row', { name: /^Ingress, wire/ }))).toMatch(/no practical difference/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, `runs-${colorScheme}`)
  }
  await page.getByRole('button', { name: 'Clear both sets' }).click()
  // The shortcut changes the view without a blur event of the field. The text must be stored nevertheless.
  await page.locator('.run-detail').getByLabel('Notes').fill('The customer watched, and asked.')
  await page.keyboard.press('Control+1')
  await goTo(page, 'Runs')
  await page.locator('.run-table').getByText('· The customer watched, and asked.').waitFor()
  await page.locator('.run-table').getByRole('button', { name: 'Orders at night' }).first().click()
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByRole('button', { name: 'Start the validation' }).waitFor()
  expect(await page.getByLabel('Name of the scenario').inputValue()).toBe('Orders at night')
})

it('calibrates the model of marked runs and shows its error before and after', async () => {
  const { page } = window
  await goTo(page, 'Runs')
  await page.getByLabel('Name, target, note or sentence').fill('Calibration run')
  const marks = page.locator('.run-table input[type="checkbox"]')
  await marks.nth(0).check()
  await marks.nth(2).check()
  await page.getByLabel('Name of the calibration').fill('staging')
  await page.getByRole('button', { name: 'Calibrate' }).click()
  const panel = page.getByRole('region', { name: 'Calibration staging' })
  await panel.getByRole('img', { name: 'Predicted over measured, before and after the calibration' }).waitFor()
  expect(await textOf(panel)).toMatch(/2 runs moved.*2 runs9\.1 %.*burst\.2026-03.*\+10 %/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, `calibration-${colorScheme}`)
  }
  await panel.getByRole('button', { name: 'Use in Sizing' }).click()
  await page.locator('.reason', { hasText: 'With the calibration staging' }).waitFor()
  await goTo(page, 'Validation')
  await page.getByRole('heading', { name: 'The calibration', exact: true }).waitFor()
  await page.getByText(/^burst\.2026-03\swas .*\sand is\s/).waitFor()
})

it('unmarks a run that is deleted, and returns the focus after a question is answered with no', async () => {
  const { page } = window
  await goTo(page, 'Runs')
  await page.getByLabel('Name, target, note or sentence').fill('night')
  const row = page.locator('.run-table tbody').first()
  await row.getByRole('checkbox').first().check()
  await page.getByText('From the 3 marked runs.').waitFor()
  await row.getByRole('button', { name: 'Orders at night' }).click()
  const remove = row.getByRole('button', { name: 'Delete' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Delete')
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('From the 2 marked runs.').waitFor()
  await page.getByLabel('Name, target, note or sentence').fill('')
  await page.getByText('1 to 50 of 999').waitFor()
})

it('keeps what is typed beside the history while another view is shown', async () => {
  const { page } = window
  await goTo(page, 'Runs')
  await page.getByLabel('Name of the calibration').fill('third floor')
  await page.getByText('Columns of a CSV file').click()
  await page.getByLabel('One column per line: field=heading [unit]').fill('recordsPerSec=rate')
  await page.keyboard.press('Control+2')
  await goTo(page, 'Runs')
  expect(await page.getByLabel('Name of the calibration').inputValue()).toBe('third floor')
  const columns = page.getByLabel('One column per line: field=heading [unit]')
  await columns.waitFor()
  expect(await columns.inputValue()).toBe('recordsPerSec=rate')
  await columns.fill('')
})

it('imports what another tool printed', async () => {
  const { app, page } = window
  await goTo(page, 'Runs')
  await page.getByLabel('Name, target, note or sentence').fill('')
  const path = join(repositoryRoot, 'tests/fixtures/imports/kafka-4.3.1/producer-german-locale.txt')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
  }, path)
  await page.getByLabel(/^Compare with/).uncheck()
  await page.getByRole('button', { name: 'Import files…' }).click()
  await page.getByRole('table', { name: /^Imported figures, summed over the clients/ }).waitFor()
  await goTo(page, 'Runs')
  await page.getByText('1 to 50 of 1,000').waitFor()
  expect(window.complaints).toEqual([])
})
