/**
 * Uses the window with real key events only.
 */
import type { Page } from 'playwright-core'

/** Opens the palette, types a text and runs the first entry that it finds. */
export async function find(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find a command' }).waitFor()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Goes to a field of the sizing form with the palette and replaces its text. */
export async function typeInField(page: Page, label: string, place: string, text: string): Promise<void> {
  await find(page, label)
  await page.waitForFunction((wanted) => document.activeElement?.getAttribute('data-place')?.endsWith(wanted), place)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** More than the elements of any page that can have the focus. */
const maxTabStops = 150

/** Presses Tab until the element with this name has the focus. @throws Error if Tab does not reach it */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < maxTabStops; press += 1) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate(() => {
      const active = document.activeElement
      const labels = active instanceof HTMLInputElement ? [...(active.labels ?? [])] : []
      const label = labels.map((each) => each.textContent).join(' ')
      return label || active?.getAttribute('aria-label') || active?.textContent || ''
    })
    if (here.trim() === name) return
  }
  throw new Error(`No Tab leads to ${name}.`)
}

/** Counts pointer events from now on. The returned function returns their number. */
export async function watchPointer(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(window, 'pointerEvents', 0)
    const count = () => Reflect.set(window, 'pointerEvents', Reflect.get(window, 'pointerEvents') + 1)
    for (const type of ['pointerdown', 'mousedown', 'wheel', 'touchstart']) window.addEventListener(type, count, true)
  })
  return () => page.evaluate(() => Reflect.get(window, 'pointerEvents'))
}
