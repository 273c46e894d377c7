import { describe, expect, it } from 'vitest'
import { accessibilityProblems, type HeadroomWindow, keepScreenshot, sharedWindow, textOf } from './open-window.ts'

const open = sharedWindow()

const sentence = '.what-if-sentence'
const vary = '.what-if-choice select'
const handle = '.what-if-handle input'
const partitions = '[data-place="workload.topics[0].partitions"]'

async function openWhatIf(): Promise<HeadroomWindow> {
  const opened = await open()
  await opened.page.getByRole('radio', { name: 'What would change it?' }).check({ force: true })
  await opened.page.locator('.what-if canvas').waitFor()
  return opened
}

describe('what-if', () => {
  it('names the size from which the load fits, and the number of partitions below which the partition binds', async () => {
    const { page, complaints } = await openWhatIf()
    expect(await textOf(page.locator(sentence))).toBe('From 2 CKUs on the whole load fits, 72.9 MB/s. ')
    await page.locator(vary).selectOption({ label: 'Partitions' })
    await page.locator(sentence, { hasText: 'Below' }).waitFor()
    expect(await textOf(page.locator(sentence))).toBe(
      'Below 5 partitions the partition binds: 2 give 24 MB/s. From 5 partitions on, more do not help: the rate stays at 60 MB/s.',
    )
    await keepScreenshot(page, 'what-if-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await keepScreenshot(page, 'what-if-dark')
    expect(complaints).toEqual([])
  })

  it('changes the field, the answer and the current point by the slider, also with keys', async () => {
    const { page } = await openWhatIf()
    await page.locator(vary).selectOption({ label: 'Partitions' })
    await page.locator(handle).focus()
    await page.keyboard.press('Home')
    await page.waitForFunction((place) => document.querySelector<HTMLInputElement>(place)?.value === '2', partitions)
    expect(await textOf(page.locator('.sentence').first())).toMatch(/24 MB\/s in/)
    await page.locator('.what-if figcaption', { hasText: 'now 2 partitions' }).waitFor({ state: 'attached' })
    expect(await page.locator(handle).getAttribute('aria-valuetext')).toBe('2 partitions')
  })

  it('follows the values of other fields', async () => {
    const { page } = await openWhatIf()
    await page.locator('[data-place="workload.producers[0].peakRecordsPerSec"]').fill('140 MB/s')
    await page.locator(sentence, { hasText: 'From 3 CKUs' }).waitFor()
  })

  it.each(['light', 'dark'] as const)('has no problem that axe can see, %s', async (colorScheme) => {
    const { page } = await openWhatIf()
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
