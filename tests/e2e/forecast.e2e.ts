import { describe, expect, it } from 'vitest'
import { accessibilityProblems, goTo, keepScreenshot, sharedWindow, textOf } from './open-window.ts'

const open = sharedWindow()

describe('the forecast view', () => {
  it('says when limits are full and what to buy by when, and follows what is typed', async () => {
    const { page, complaints } = await open()
    await page.getByLabel('Start from an example').selectOption({ value: 'payments.headroom.json' })
    await page.keyboard.press('Control+9')
    await page.getByRole('heading', { name: 'When does it stop fitting?' }).waitFor()
    const sentence = page.locator('.answer > .sentence')
    await page.getByLabel('First day').fill('2026-12-01')
    await page.getByLabel('All rates').fill('40..80 %/year')
    await page.locator('.sentence', { hasText: /Requests:\s80\s%\sused\son\s20\d\d-\d\d-\d\d\s\(/ }).waitFor()
    expect(await textOf(sentence)).toMatch(
      /^Requests: 80 % used on 2029-\d\d-\d\d \(early: 20\d\d-\d\d-\d\d, late: not by 20\d\d-\d\d-\d\d\)/,
    )
    expect(await textOf(page.getByRole('region', { name: 'Which size to buy by when' }))).toContain('3 CKUs')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await keepScreenshot(page, `forecast-${colorScheme}-1280`)
      expect(await accessibilityProblems(page)).toEqual([])
    }

    await page.getByLabel('Launches, seasons, single producers').fill('x4 from 2027-06-01')
    await page.locator('.sentence', { hasText: 'on 2027-06-01' }).waitFor()
    await keepScreenshot(page, 'forecast-launch')

    // The fields are kept when the view changes.
    await goTo(page, 'Sizing')
    await goTo(page, 'Forecast')
    expect(await page.getByLabel('All rates').inputValue()).toBe('40..80 %/year')
    expect(complaints).toEqual([])
  })

  it('and the other views say when fields in Sizing are invalid, and lead to them', async () => {
    const { page } = await open()
    const rate = '[data-place="workload.producers[0].peakRecordsPerSec"]'
    await page.fill(rate, '12,5 MB/s')
    await page.getByText('"12,5 MB/s" has a decimal comma; write 12.5 MB/s.').waitFor()
    for (const view of ['Compare', 'Validation', 'Forecast'] as const) {
      await goTo(page, view)
      const note = page.locator('.stale', { hasText: 'One field in Sizing is invalid. Showing the last valid result.' })
      await note.waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
    }
    await keepScreenshot(page, 'forecast-stale')
    await page.locator('.stale').getByRole('button', { name: 'Peak rate' }).click()
    await page.waitForFunction((place) => document.activeElement === document.querySelector(place), rate)
    await page.fill(rate, '12.5 MB/s')
    await goTo(page, 'Forecast')
    expect(await page.locator('.stale').count()).toBe(0)
  })

  it('says what a month costs over time, with the prices of Compare', async () => {
    const { page, complaints } = await open()
    await page.getByLabel('Start from an example').selectOption({ value: 'payments.headroom.json' })
    await goTo(page, 'Forecast')
    await page.getByLabel('First day').fill('2026-12-01')
    await page.getByLabel('All rates').fill('60 %/year')
    const costs = page.getByRole('region', { name: 'What it costs over time' })
    await costs.getByText('publishes no price of a CKU').waitFor()
    expect(await textOf(costs)).toContain('not known')
    await goTo(page, 'Compare')
    await page.getByText('Your prices per unit and hour').click()
    await page.getByLabel('Confluent Cloud Dedicated, CKU').fill('2 USD')
    await goTo(page, 'Forecast')
    await costs
      .getByText(/^at\sleast\s[\d,]+\.\d\d\sUSD$/)
      .first()
      .waitFor()
    expect(await textOf(costs)).toMatch(/2\sCKUs[\s\S]*2029-12-01\s*3\sCKUs/)
    await costs.scrollIntoViewIfNeeded()
    await keepScreenshot(page, 'forecast-costs')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('says beside a field what it needs, and what is not a growth', async () => {
    const { page, complaints } = await open()
    await goTo(page, 'Forecast')
    await page.getByLabel('All rates').fill('20')
    await page.getByText('"20" has no period').waitFor()
    await page.getByLabel('How far').fill('11 years')
    await page.getByText('expected 1 day to 10 years').waitFor()
    expect(await textOf(page.locator('.answer > .sentence'))).toBe('A field on the left needs another value.')
    await page.getByLabel('All rates').fill('20%/year')
    await page.getByLabel('How far').fill('')
    await page.getByRole('region', { name: 'When limits are full' }).waitFor()
    expect(complaints).toEqual([])
  })
})
