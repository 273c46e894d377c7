/**
 * Simulates a user at the keyboard and counts the actions: a chord or a filled field is one.
 */
import type { Page } from 'playwright-core'

/** The actions of a user without a mouse. */
export interface Hands {
  /** Actions so far. */
  count(): number
  /** Presses one chord. */
  press(chord: string): Promise<void>
  /** Types into the element that has the focus. In a field that Tab or the palette reached, this replaces the text. */
  fill(text: string): Promise<void>
  /** Goes to a field by its name in the palette, and fills it. */
  fillNamed(name: string, text: string): Promise<void>
  /** Presses Tab some times, and fills the field that then has the focus. @throws Error if it is another field */
  fillNext(place: string, text: string, tabs?: number): Promise<void>
}

/** Simulates a user without a mouse on a page. */
export function handsOn(page: Page): Hands {
  let actions = 0
  const press = async (chord: string) => {
    actions += 1
    await page.keyboard.press(chord)
  }
  const fill = async (text: string) => {
    actions += 1
    await page.keyboard.type(text)
  }
  const expectFocus = (place: string) =>
    page.waitForFunction((wanted) => document.activeElement?.getAttribute('data-place')?.endsWith(wanted), place)
  return {
    count: () => actions,
    press,
    fill,
    async fillNamed(name, text) {
      await press('Control+k')
      await page.getByRole('dialog', { name: 'Find a command' }).waitFor()
      await fill(name)
      await press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.hasAttribute('data-place'))
      await fill(text)
    },
    async fillNext(place, text, tabs = 1) {
      for (let tab = 0; tab < tabs; tab += 1) await press('Tab')
      await expectFocus(place)
      await fill(text)
    },
  }
}
