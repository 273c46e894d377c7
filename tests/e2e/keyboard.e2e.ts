/**
 * The window used with real keys only: from an example to an answer, a comparison, a model and the plan of a run. The way
 * to a report and an import is in validation.e2e.ts, because it needs a cluster.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { find } from './keys.ts'
import { accessibilityProblems, type HeadroomWindow, keepScreenshot, openHeadroom, textOf } from './open-window.ts'

let window: HeadroomWindow
beforeAll(async () => {
  window = await openHeadroom()
})
afterAll(() => window?.app.close())

it('goes from an example to an answer, a comparison, a model and the plan of a run without the mouse', async () => {
  const { page } = window
  await find(page, 'payments')
  await page.locator('.sentence', { hasText: '2 CKUs carry the whole load' }).waitFor()

  await find(page, 'partitions')
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-place')?.endsWith('.partitions'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1')
  await page
    .locator('.reason', { hasText: /partition/i })
    .first()
    .waitFor()
  await page.keyboard.press('Control+z')
  await page.locator('.sentence', { hasText: '2 CKUs carry the whole load' }).waitFor()

  await page.keyboard.press('Control+2')
  await page.getByText('Which offerings carry it, at what size?').waitFor()
  await page.keyboard.press('Control+5')
  await page.getByText('Where do the limits come from?').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('What it will do').waitFor()
  expect(await page.getByRole('button', { name: 'Start the validation' }).isEnabled()).toBe(true)
  expect(window.complaints).toEqual([])
})

it('shows every key of the menu, and the palette, without a problem that axe can see, light and dark', async () => {
  const { page, app } = window
  const accelerators = await app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap((menu) =>
      (menu.submenu?.items ?? []).flatMap((item) => (item.role === undefined ? [item.label] : [])),
    ),
  )
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.keyboard.press('Control+/')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const text = await textOf(help)
    for (const label of accelerators.filter((each) => each !== '')) expect(text).toContain(label)
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, `keys-${colorScheme}`)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('listbox').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, `palette-${colorScheme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})

it('puts the focus on what was added to the workload, in sight, and gives it back when that is removed', async () => {
  const { page } = window
  await page.keyboard.press('Control+1')
  for (const [button, place] of [
    ['Add traffic', 'workload.producers[1].peakRecordsPerSec'],
    ['Add a topic', 'workload.topics[1].partitions'],
  ] as const) {
    await page.getByRole('button', { name: button }).focus()
    await page.keyboard.press('Enter')
    const field = page.locator(`[data-place="${place}"]`)
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await field.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight)).toBe(true)
  }
  const entry = page.locator('.entry', { has: page.locator('[data-place="workload.producers[1].peakRecordsPerSec"]') })
  await entry.getByRole('button', { name: 'Remove' }).focus()
  await page.keyboard.press('Enter')
  const isOnAdd = () => document.activeElement?.textContent === 'Add traffic'
  await expect.poll(() => page.evaluate(isOnAdd)).toBe(true)
  expect(window.complaints).toEqual([])
})
