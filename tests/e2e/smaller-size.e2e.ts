import { describe, expect, it } from 'vitest'
import { accessibilityProblems, keepScreenshot, textOf, windowPerTest } from './open-window.ts'

const open = windowPerTest()

const headline = 'section[aria-label="Recommendation"]'
const card = 'section[aria-label="A smaller size"]'
const size = '[data-place="deployment.size"]'
const compression = '[data-place="workload.producers[0].compression"]'

describe('a smaller size', () => {
  it('is beside the answer, one click makes its changes, and one undo takes them back', async () => {
    const { app, page, complaints } = await open()
    await page.locator(card, { hasText: /1\sCKU is enough with compression.type lz4/ }).waitFor()
    await page.locator(card).scrollIntoViewIfNeeded()
    await keepScreenshot(page, 'smaller-size')
    expect(await accessibilityProblems(page)).toEqual([])

    await page.fill(size, '2')
    await page.locator(headline, { hasText: /^2\sCKUs are enough; 1\sCKU with compression.type lz4/ }).waitFor()
    await page.getByRole('button', { name: 'Apply for 1 CKU' }).click()
    await page.locator(card).waitFor({ state: 'detached' })
    expect(await page.inputValue(size)).toBe('1')
    expect(await page.inputValue(compression)).toBe('lz4')
    expect(await textOf(page.locator('.sentence'))).toMatch(/^1\sCKU carries/)

    const toBeSet = page.locator('.to-be-set', {
      hasText: /^Applied to this scenario\. Still to set on your clients and topics: compression.type lz4\./,
    })
    await toBeSet.locator('summary').click()
    await toBeSet.getByRole('button', { name: 'Copy client properties' }).click()
    await toBeSet.getByText('Copied.').waitFor()
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(
      '# Producers "order service"\ncompression.type=lz4\n',
    )
    expect(await accessibilityProblems(page)).toEqual([])

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator(card).waitFor()
    expect(await toBeSet.count()).toBe(0)
    expect(await page.inputValue(size)).toBe('2')
    expect(await page.inputValue(compression)).toBe('none')
    expect(complaints).toEqual([])
  })
})
