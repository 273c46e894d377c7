import type { ElectronApplication, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems, keepScreenshot } from './open-window.ts'

/** Checks the page with axe and keeps pictures, light and dark, in a small and a large window. */
export async function keepPictures(app: ElectronApplication, page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
  ] as const) {
    const bounds = { x: 0, y: 0, width, height }
    await app.evaluate(({ BrowserWindow }, given) => BrowserWindow.getAllWindows()[0]?.setBounds(given), bounds)
    await page.waitForFunction((wanted) => innerWidth === wanted, width)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await keepScreenshot(page, `${name}-${colorScheme}-${width}`)
      expect(await accessibilityProblems(page)).toEqual([])
    }
  }
}
