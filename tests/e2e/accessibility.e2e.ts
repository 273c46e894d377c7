import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, goTo, type HeadroomWindow, openHeadroom } from './open-window.ts'

let opened: HeadroomWindow
beforeAll(async () => {
  opened = await openHeadroom()
})
afterAll(() => opened.app.close())

describe.each(['Sizing', 'Validation'] as const)('the %s view', (view) => {
  it.each(['light', 'dark'] as const)('has no problem that axe can see, %s', async (colorScheme) => {
    const { page } = opened
    await page.emulateMedia({ colorScheme })
    await goTo(page, view)
    await page.locator('canvas').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('gives each chart a name, a sentence and a table that the keyboard reaches', async () => {
    const { page } = opened
    await goTo(page, view)
    await page.locator('canvas').first().waitFor()
    for (const canvas of await page.locator('canvas').all()) {
      expect(await canvas.getAttribute('aria-label')).not.toBe('')
      const summary = page.locator(`[id="${await canvas.getAttribute('aria-describedby')}"]`)
      expect(await summary.textContent()).toMatch(/\d/)
    }
    const button = page.getByRole('button', { name: /^Show the numbers/ }).first()
    await button.focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('.data-table table').first().isVisible()).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
  })
})

describe('the plan of a run that is being computed again', () => {
  it.each(['light', 'dark'] as const)('looks different and stays readable, %s', async (colorScheme) => {
    const { page } = opened
    await page.emulateMedia({ colorScheme })
    await goTo(page, 'Validation')
    const plan = page.locator('.plan[aria-busy="false"]')
    await plan.waitFor()
    const before = await plan
      .locator('dd')
      .first()
      .evaluate((cell) => getComputedStyle(cell).color)
    // The test sets the attribute itself: for how long the page has it depends on the machine.
    await page.evaluate(() => document.querySelector('.plan')?.setAttribute('aria-busy', 'true'))
    await page.waitForFunction((color) => {
      const cell = document.querySelector('.plan dd')
      return cell !== null && getComputedStyle(cell).color !== color
    }, before)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.evaluate(() => document.querySelector('.plan')?.setAttribute('aria-busy', 'false'))
  })
})

describe('the keyboard', () => {
  it('moves through rail, scenario, fields and answer with a visible focus', async () => {
    const { page } = opened
    await goTo(page, 'Sizing')
    await page.getByRole('navigation').getByRole('button', { name: 'Sizing' }).focus()
    const seen: string[] = []
    for (let step = 0; step < 18; step += 1) {
      await page.keyboard.press('Tab')
      const place = await page.evaluate(() => {
        const active = document.activeElement
        const outline = active === null ? '' : getComputedStyle(active).outlineStyle
        return `${active?.getAttribute('data-place') ?? active?.textContent ?? ''}|${outline}`
      })
      expect(place).toMatch(/\|(solid|auto)$/)
      seen.push(place.replace(/\|.*$/, ''))
    }
    expect(seen).toContain('workload.producers[0].peakRecordsPerSec')
    expect(new Set(seen).size).toBeGreaterThan(9)
  })
})
