import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headroom } from '../unit/cli/run-headroom.ts'
import { accessibilityProblems, keepScreenshot, sharedWindow, textOf } from './open-window.ts'

const open = sharedWindow()

const first = 'examples/first.headroom.json'
const size = '[data-place="deployment.size"]'

/** What the command line writes for the first example. */
async function provisioned(kind: string, ...options: string[]): Promise<string> {
  return (await headroom('provision', first, '--as', kind, ...options)).out
}

describe('use this answer', () => {
  it('shows, copies and saves what the command line writes, and follows the change that Apply makes', async () => {
    const { app, page, complaints } = await open()
    const dialog = page.getByRole('dialog', { name: 'Use this answer' })
    await page.getByRole('button', { name: 'Use this answer…' }).click()
    await dialog.waitFor()
    expect(await textOf(dialog)).toContain('Smallest size: 2 CKUs')
    expect(await dialog.locator('pre').textContent()).toBe(await provisioned('kafka'))
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, 'use-answer-light')

    await dialog.getByRole('button', { name: 'Copy topics.sh' }).click()
    await dialog.getByText('Copied.').waitFor()
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(await provisioned('kafka'))

    const directory = mkdtempSync(join(tmpdir(), 'headroom-use-e2e-'))
    await app.evaluate(({ dialog: native }, path) => {
      native.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
    }, directory)
    await dialog.getByRole('radio', { name: 'Terraform' }).check()
    await dialog.getByRole('button', { name: 'Save…' }).click()
    await page.getByText('Files written.').waitFor()
    expect(readdirSync(directory)).toEqual(['kafka.tf'])
    expect(readFileSync(join(directory, 'kafka.tf'), 'utf8')).toBe(await provisioned('terraform'))

    await page.fill(size, '2')
    await page.getByRole('button', { name: 'Apply for 1 CKU' }).click()
    expect(await page.inputValue(size)).toBe('1')
    await page.getByRole('button', { name: 'Use this answer…' }).click()
    await dialog.getByRole('radio', { name: 'Client properties' }).check()
    expect(await dialog.locator('pre').first().textContent()).toContain('compression.type=lz4')
    expect(await textOf(dialog)).toContain('Smallest size: 1 CKU,')
    await dialog.getByRole('radio', { name: 'Terraform' }).check()
    expect(await dialog.locator('pre').textContent()).toContain('cku = 1')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('begins with the change of the headline, and leaves the settings if that is asked', async () => {
    const { page, complaints } = await open()
    await page.selectOption('[data-place="deployment.offering"]', 'confluent-cloud-standard')
    const headline = page.locator('section[aria-label="Recommendation"]')
    await headline.filter({ hasText: /^4\seCKUs are enough with batch.size 65,536, 6\swithout/ }).waitFor()
    await page.getByRole('button', { name: 'Use this answer…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Use this answer' })
    await dialog.getByText(/^Smallest size: 4\seCKUs/).waitFor()
    await dialog.getByText(/^Changed: batch.size 65,536. Without it 6\seCKUs are enough.$/).waitFor()
    await dialog.getByRole('radio', { name: 'Client properties' }).check()
    expect(await dialog.locator('pre').first().textContent()).toContain('batch.size=65536')
    await dialog.getByLabel('Keep the settings of clients and topics').check()
    await dialog.getByText(/^Smallest size: 6\seCKUs/).waitFor()
    expect(await dialog.locator('pre').first().textContent()).toContain('batch.size=16384')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('opens from the palette and by its keys, in the dark too', async () => {
    const { page } = await open({ colorScheme: 'dark' })
    const dialog = page.getByRole('dialog', { name: 'Use this answer' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find a command' }).waitFor()
    await page.keyboard.type('use this answer')
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await dialog.getByRole('radio', { name: 'Client properties' }).check()
    await keepScreenshot(page, 'use-answer-dark')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+u')
    await dialog.waitFor()
  })
})
