import { describe, expect, it } from 'vitest'
import { accessibilityProblems, goTo, keepScreenshot, sharedWindow, textOf } from './open-window.ts'

const open = sharedWindow()

const rate = '[data-place="workload.producers[0].peakRecordsPerSec"]'
const card = 'section[aria-label="What to measure next"]'

describe('what to measure next', () => {
  it('is beside the answer for offerings on hosts, and one click fills in its run', async () => {
    const { page, complaints } = await open()
    await page.getByLabel('Start from an example').selectOption({ value: 'huawei-scenarios.headroom.json' })
    await page.locator(card, { hasText: 'at the limit of producer pipeline' }).waitFor()
    expect(await textOf(page.locator(card))).toMatch(/narrows the answer from ÷\/× \d\S* to about ÷\/× \d/)
    await page.locator(card).scrollIntoViewIfNeeded()
    await keepScreenshot(page, 'next-card')
    expect(await accessibilityProblems(page)).toEqual([])
    const before = await page.inputValue(rate)

    await page.getByRole('button', { name: 'Open this run in Validation' }).click()
    await page.getByLabel('Length of the load').waitFor()
    expect(await page.getByLabel('Length of the load').inputValue()).toBe('110 s')
    expect(await page.locator('input[name="target"]:checked').inputValue()).toBe('connection')
    await keepScreenshot(page, 'next-run')

    // The scenario of the run is open. Undo restores the earlier one.
    await goTo(page, 'Sizing')
    expect(await page.inputValue(rate)).not.toBe(before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.waitForFunction(
      ([place, value]) => document.querySelector<HTMLInputElement>(place ?? '')?.value === value,
      [rate, before],
    )
    expect(complaints).toEqual([])
  })

  it('says why there is none if the limits are declared', async () => {
    const { page } = await open()
    await page.locator(card, { hasText: 'the vendor declares its limits' }).waitFor()
    expect(await page.getByRole('button', { name: 'Open this run in Validation' }).count()).toBe(0)
  })
})
